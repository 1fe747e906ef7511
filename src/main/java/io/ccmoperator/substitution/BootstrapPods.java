// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.ArrayList;
import java.util.List;

/** The static Pods that initialise nodes while the cluster is bootstrapped. */
public final class BootstrapPods {
    private BootstrapPods() {}

    /**
     * The Pods of a provider for given facts, in the order of the provider's files. The kubelet of the bootstrap VM runs
     * them without a proxy of the cluster and alone, so that only namespace, images, environment and flags are filled in.
     *
     * @throws InvalidInputException if an image is missing; one line for each
     */
    public static List<KubernetesObject> of(Provider provider, ClusterFacts facts, ImageReferences images) {
        ProviderDescriptor descriptor = provider.descriptor();
        FactValues values = FactValues.of(provider, facts);
        List<KubernetesObject> pods =
                provider.bootstrap().stream().map(KubernetesObject::copy).toList();
        ImageSubstitution.check(descriptor, pods, images, facts.overrides());
        List<Substitution> substitutions = new ArrayList<>(List.<Substitution>of(
                // Bootstrap Pods are in kube-system, whatever the managed namespace is.
                pod -> pod.fields().map("metadata").put("namespace", "kube-system"),
                new ImageSubstitution(descriptor.images(), images, facts.overrides()),
                new EnvironmentSubstitution(descriptor.environment(), values),
                FlagSubstitution.of(descriptor, values, facts.features())));
        facts.infrastructure().apiServer().map(ApiServerAddress::new).ifPresent(substitutions::add);
        pods.forEach(pod -> substitutions.forEach(substitution -> substitution.apply(pod)));
        return pods;
    }
}
