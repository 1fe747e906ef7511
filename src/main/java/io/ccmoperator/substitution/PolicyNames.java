// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ResourceKind;
import java.util.List;
import java.util.Map;

/**
 * Admission policies and their bindings have names by which OpenShift's clusters know them. Other clusters have the same without the
 * name of OpenShift, which software takes for a cluster of it.
 */
public record PolicyNames() implements Substitution {
    private static final String PREFIX = "openshift-";
    private static final List<ResourceKind> KINDS =
            List.of(ResourceKind.VALIDATING_ADMISSION_POLICY, ResourceKind.VALIDATING_ADMISSION_POLICY_BINDING);

    /** The objects of a provider that have another name on Kubernetes; a former release applied them by this one. */
    public static List<KubernetesObject> renamed(Provider provider) {
        return provider.assets().stream().filter(PolicyNames::isRenamed).toList();
    }

    @Override
    public void apply(KubernetesObject object) {
        if (isPolicy(object)) {
            shorten(object.fields().map("metadata"), "name");
            shorten(object.fields().map("spec"), "policyName");
        }
    }

    private static boolean isRenamed(KubernetesObject object) {
        return isPolicy(object) && object.name().startsWith(PREFIX);
    }

    private static boolean isPolicy(KubernetesObject object) {
        return ResourceKind.of(object).filter(KINDS::contains).isPresent();
    }

    private static void shorten(Map<String, Object> map, String key) {
        map.computeIfPresent(
                key,
                (name, value) ->
                        value.toString().startsWith(PREFIX) ? value.toString().substring(PREFIX.length()) : value);
    }
}
