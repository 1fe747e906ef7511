// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ReservedObjects;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.Map;

/**
 * Bindings of providers refer to roles that all cloud controller managers share by the names that those have in OpenShift's payload. On
 * Kubernetes the charts of clouds have roles of the same names, so that the chart's begin with its own.
 */
record SharedRoles() implements Substitution {
    /** As in the chart, whose template {@code sharedRole} begins names with it. */
    private static final String PREFIX = "ccm-operator:shared:";

    @Override
    public void apply(KubernetesObject object) {
        if (!object.kind().endsWith("RoleBinding")) {
            return;
        }
        FieldReader role = object.fields().field("roleRef");
        boolean isOfCluster = role.string("kind").equals("ClusterRole");
        String namespace = isOfCluster ? "" : object.namespace();
        boolean isShared = isOfCluster || namespace.equals("kube-system");
        if (isShared && ReservedObjects.areOfPayload(role.string("kind"), namespace, role.string("name"))) {
            Map<String, Object> fields = role.map();
            fields.put("name", PREFIX + role.string("name"));
        }
    }
}
