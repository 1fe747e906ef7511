// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ReservedObjects;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Map;

/**
 * Names of OpenShift's clusters that others do not have. Admission policies and their bindings are the same without the name of OpenShift,
 * which software takes for a cluster of it. Bindings of providers refer to roles that all cloud controller managers share by the names that
 * those have in OpenShift's payload: on Kubernetes the charts of clouds have roles of the same names, so that the chart's begin with its own.
 */
public record KubernetesNames() implements Substitution {
    private static final String PREFIX = "openshift-";
    /** As in the chart, whose template {@code sharedRole} begins names with it. */
    private static final String SHARED = "ccm-operator:shared:";

    private static final List<ResourceKind> KINDS =
            List.of(ResourceKind.VALIDATING_ADMISSION_POLICY, ResourceKind.VALIDATING_ADMISSION_POLICY_BINDING);

    /** The objects of a provider that have another name on Kubernetes; a former release applied them by this one. */
    public static List<KubernetesObject> renamed(Provider provider) {
        return provider.assets().stream().filter(KubernetesNames::isRenamed).toList();
    }

    @Override
    public void apply(KubernetesObject object) {
        if (isPolicy(object)) {
            shorten(object.fields().map("metadata"), "name");
            shorten(object.fields().map("spec"), "policyName");
        }
        referToRoleOfChart(object);
    }

    private static void referToRoleOfChart(KubernetesObject object) {
        if (!object.kind().endsWith("RoleBinding")) {
            return;
        }
        FieldReader role = object.fields().field("roleRef");
        boolean isOfCluster = role.string("kind").equals("ClusterRole");
        String namespace = isOfCluster ? "" : object.namespace();
        boolean isShared = isOfCluster || namespace.equals("kube-system");
        if (isShared && ReservedObjects.areOfPayload(role.string("kind"), namespace, role.string("name"))) {
            Map<String, Object> fields = role.map();
            fields.put("name", SHARED + role.string("name"));
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
