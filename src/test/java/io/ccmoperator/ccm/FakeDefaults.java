/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.ccm;

import io.ccmoperator.assets.Manifest;
import java.util.LinkedHashMap;
import java.util.Map;

/** Some of the defaults of an API server. */
final class FakeDefaults {
    private FakeDefaults() {}

    static void fill(Manifest object) {
        switch (object.kind()) {
            case "Deployment", "DaemonSet" -> workload(object);
            case "Service" -> service(object);
            case "ValidatingAdmissionPolicy" -> policy(object);
            case "RoleBinding", "ClusterRoleBinding" ->
                object.map("roleRef").putIfAbsent("apiGroup", "rbac.authorization.k8s.io");
            default -> {}
        }
    }

    private static void workload(Manifest object) {
        object.map("spec").putIfAbsent("revisionHistoryLimit", 10L);
        object.podSpec().putIfAbsent("restartPolicy", "Always");
        object.podSpec().putIfAbsent("securityContext", new LinkedHashMap<>());
        object.allContainers().forEach(container -> {
            container.putIfAbsent("terminationMessagePath", "/dev/termination-log");
            container.putIfAbsent("resources", new LinkedHashMap<>());
        });
    }

    private static void service(Manifest object) {
        Map<String, Object> spec = object.map("spec");
        spec.putIfAbsent("clusterIP", "10.0.0.7");
        spec.putIfAbsent("sessionAffinity", "None");
        spec.putIfAbsent("type", "ClusterIP");
        object.maps("spec", "ports").forEach(port -> {
            port.putIfAbsent("protocol", "TCP");
            port.putIfAbsent("targetPort", port.get("port"));
        });
    }

    private static void policy(Manifest object) {
        object.map("spec").putIfAbsent("failurePolicy", "Fail");
        Map<String, Object> constraints = object.map("spec", "matchConstraints");
        constraints.putIfAbsent("matchPolicy", "Equivalent");
        constraints.putIfAbsent("namespaceSelector", new LinkedHashMap<>());
        constraints.putIfAbsent("objectSelector", new LinkedHashMap<>());
        new Manifest(constraints).maps("resourceRules").forEach(rule -> rule.putIfAbsent("scope", "*"));
    }
}
