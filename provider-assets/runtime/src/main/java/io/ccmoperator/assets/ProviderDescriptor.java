// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a provider's provider.yaml says.
 *
 * @param name the name of the provider's folder
 * @param platform Infrastructure status.platformStatus.type
 * @param variant what distinguishes providers of one platform (for Azure platformStatus.azure.cloudName, for External
 *     spec.platformSpec.external.platformName); empty for the one provider, or the usual one, of a platform
 * @param images container or init container to key of images.json
 * @param kubernetesBinaries container to the absolute path of its binary in the image that runs on Kubernetes, where this differs
 *     from the path in OpenShift's image
 * @param environment environment variable to fact, set in every container that declares the variable
 * @param flags container to flags that are appended to its arguments, in this order
 * @param graduatedFeatureGates feature gate to the minor release of OpenShift, such as {@code 4.22}, since which it is always on: a
 *     cluster of that release or a later one does not list it any more
 * @param proxyInitContainers init containers that call the cloud and so need the proxy
 * @param credentialsSecret the Secret with the cloud's credentials in the managed namespace, if there is one
 * @param whySecret why the program cannot do without that Secret, even where the cloud knows the machine; one line, empty if it can
 * @param tokenAudience the audience of the tokens that the cloud exchanges for credentials, on Kubernetes; empty if the provider mounts
 *     none, or each cluster has its own
 * @param whyNoSecurePort container to the reason why its program has no port with TLS; one line
 * @param payload false for a pack outside the release payload
 * @param privileges what the provider takes beyond what a cloud controller manager needs
 * @param accepted which lint rules of the build its objects break
 * @param cloudConfig how cloud-conf is made; none: the provider has no cloud-conf
 * @param bootstrap what is particular on the bootstrap VM
 */
public record ProviderDescriptor(
        String name,
        String platform,
        String variant,
        Map<String, String> images,
        Map<String, String> kubernetesBinaries,
        Map<String, ClusterFact> environment,
        Map<String, Map<String, FlagSource>> flags,
        Map<String, String> graduatedFeatureGates,
        List<String> proxyInitContainers,
        Optional<String> credentialsSecret,
        Optional<String> whySecret,
        Optional<String> tokenAudience,
        Map<String, String> whyNoSecurePort,
        boolean payload,
        List<Privilege> privileges,
        List<Accepted> accepted,
        Optional<CloudConfig> cloudConfig,
        Bootstrap bootstrap) {

    public ProviderDescriptor {
        images = Ordered.copy(images);
        kubernetesBinaries = Ordered.copy(kubernetesBinaries);
        environment = Ordered.copy(environment);
        flags = Ordered.copy(flags);
        graduatedFeatureGates = Ordered.copy(graduatedFeatureGates);
        proxyInitContainers = List.copyOf(proxyInitContainers);
        whyNoSecurePort = Ordered.copy(whyNoSecurePort);
        privileges = List.copyOf(privileges);
        accepted = List.copyOf(accepted);
    }

    /**
     * A breach of a lint rule that the provider accepts.
     *
     * @param rule the id of the rule
     * @param object the object that breaks it, such as {@code Deployment namespace/name}
     * @param reason why that is right
     */
    public record Accepted(String rule, String object, String reason) {}

    /** Whether an environment variable or a flag has the value of this fact. */
    public boolean uses(ClusterFact fact) {
        return environment.containsValue(fact)
                || flags.values().stream()
                        .anyMatch(ofContainer -> ofContainer.containsValue(new FlagSource.OfFact(fact)));
    }
}
