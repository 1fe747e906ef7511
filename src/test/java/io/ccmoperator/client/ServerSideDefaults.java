// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Some of the defaults of an API server, workloads included. The server of development mode has none for workloads, and so
 * does not show whether a default is taken for drift.
 */
public final class ServerSideDefaults {
    private ServerSideDefaults() {}

    /** Fills them into an object where it leaves them open. */
    public static void fill(KubernetesObject object) {
        switch (object.kind()) {
            case "Deployment", "DaemonSet" -> workload(object);
            case "Service" -> service(object);
            case "ValidatingAdmissionPolicy" -> policy(object);
            case "RoleBinding", "ClusterRoleBinding" ->
                put(object.fields().map("roleRef"), "apiGroup", "rbac.authorization.k8s.io");
            default -> {}
        }
    }

    private static void workload(KubernetesObject object) {
        put(object.fields().map("spec"), "revisionHistoryLimit", 10L);
        put(object.podSpec(), "restartPolicy", "Always");
        put(object.podSpec(), "securityContext", new LinkedHashMap<>());
        object.allContainers().forEach(container -> {
            container.putIfAbsent("terminationMessagePath", "/dev/termination-log");
            container.putIfAbsent("resources", new LinkedHashMap<>());
        });
    }

    private static void service(KubernetesObject object) {
        Map<String, Object> spec = object.fields().map("spec");
        spec.putIfAbsent("clusterIP", "10.0.0.7");
        spec.putIfAbsent("sessionAffinity", "None");
        spec.putIfAbsent("type", "ClusterIP");
        object.fields().maps("spec", "ports").forEach(port -> {
            port.putIfAbsent("protocol", "TCP");
            port.putIfAbsent("targetPort", port.get("port"));
        });
    }

    private static void policy(KubernetesObject object) {
        put(object.fields().map("spec"), "failurePolicy", "Fail");
        Map<String, Object> constraints = object.fields().map("spec", "matchConstraints");
        put(constraints, "matchPolicy", "Equivalent");
        put(constraints, "namespaceSelector", new LinkedHashMap<>());
        put(constraints, "objectSelector", new LinkedHashMap<>());
        FieldReader.of(constraints).maps("resourceRules").forEach(rule -> rule.putIfAbsent("scope", "*"));
    }

    /** Nothing is put into what is not there. */
    private static void put(Map<String, Object> map, String key, Object value) {
        if (!map.isEmpty()) {
            map.putIfAbsent(key, value);
        }
    }
}
