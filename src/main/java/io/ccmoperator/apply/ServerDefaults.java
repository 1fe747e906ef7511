// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ObjectKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The defaults of the API server in owned parts of objects other than workloads, for fields that providers do not set.
 * With them an unchanged object is recognised without asking the server; a default that is not listed here
 * only costs that request. Source: the API reference of core/v1, rbac.authorization.k8s.io/v1 and
 * admissionregistration.k8s.io/v1.
 */
final class ServerDefaults {
    private static final String RBAC = "rbac.authorization.k8s.io";

    private ServerDefaults() {}

    /** A copy of the object with defaults filled in. */
    static KubernetesObject of(KubernetesObject desired) {
        KubernetesObject object = desired.copy();
        switch (ObjectKey.of(object).kind()) {
            case SERVICE -> service(object.fields().map("spec"));
            case VALIDATING_ADMISSION_POLICY -> policy(object.fields().map("spec"));
            case VALIDATING_ADMISSION_POLICY_BINDING -> matchResources(object, "spec", "matchResources");
            case ROLE_BINDING, CLUSTER_ROLE_BINDING -> binding(object);
            default -> {
                // The server leaves these as they are.
            }
        }
        return object;
    }

    private static void service(Map<String, Object> spec) {
        spec.putIfAbsent("type", "ClusterIP");
        FieldReader.of(spec).maps("ports").forEach(port -> {
            port.putIfAbsent("protocol", "TCP");
            port.putIfAbsent("targetPort", port.get("port"));
        });
    }

    private static void policy(Map<String, Object> spec) {
        spec.putIfAbsent("failurePolicy", "Fail");
        matchResources(new KubernetesObject(spec), "matchConstraints");
    }

    private static void matchResources(KubernetesObject object, String... path) {
        Map<String, Object> resources = object.fields().map(path);
        if (resources.isEmpty()) {
            return;
        }
        resources.putIfAbsent("matchPolicy", "Equivalent");
        resources.putIfAbsent("namespaceSelector", new LinkedHashMap<>());
        resources.putIfAbsent("objectSelector", new LinkedHashMap<>());
        for (String rules : List.of("resourceRules", "excludeResourceRules")) {
            FieldReader.of(resources).maps(rules).forEach(rule -> rule.putIfAbsent("scope", "*"));
        }
    }

    private static void binding(KubernetesObject object) {
        if (!object.fields().map("roleRef").isEmpty()) {
            object.fields().map("roleRef").putIfAbsent("apiGroup", RBAC);
        }
        object.fields().maps("subjects").forEach(subject -> {
            if (!"ServiceAccount".equals(subject.get("kind"))) {
                subject.putIfAbsent("apiGroup", RBAC);
            } else if ("".equals(subject.get("apiGroup"))) {
                // The core group, which the server does not write down.
                subject.remove("apiGroup");
            }
        });
    }
}
