// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode.mock;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The defaults of API servers for Services, bindings of roles and admission policies. Without them the operator would take
 * these objects for changed by another client, and write them in each reconcile. Source: the API reference of core/v1,
 * rbac.authorization.k8s.io/v1 and admissionregistration.k8s.io/v1.
 */
final class Defaults {
    private static final String RBAC = "rbac.authorization.k8s.io";

    private Defaults() {}

    /** Fills them into an object where it leaves them open. */
    static void fill(KubernetesObject object) {
        switch (object.kind()) {
            case "Service" -> service(object);
            case "RoleBinding", "ClusterRoleBinding" -> binding(object);
            case "ValidatingAdmissionPolicy" -> {
                putIfPresent(object.fields().map("spec"), "failurePolicy", "Fail");
                matched(object.fields().map("spec", "matchConstraints"));
            }
            case "ValidatingAdmissionPolicyBinding" -> matched(object.fields().map("spec", "matchResources"));
            default -> {
                // Nothing that the operator would take for a change.
            }
        }
    }

    private static void service(KubernetesObject service) {
        putIfPresent(service.fields().map("spec"), "type", "ClusterIP");
        service.fields().maps("spec", "ports").forEach(port -> {
            port.putIfAbsent("protocol", "TCP");
            port.putIfAbsent("targetPort", port.get("port"));
        });
    }

    private static void binding(KubernetesObject binding) {
        putIfPresent(binding.fields().map("roleRef"), "apiGroup", RBAC);
        binding.fields().maps("subjects").forEach(subject -> {
            if ("ServiceAccount".equals(subject.get("kind"))) {
                subject.remove("apiGroup", "");
            } else {
                subject.putIfAbsent("apiGroup", RBAC);
            }
        });
    }

    private static void matched(Map<String, Object> resources) {
        putIfPresent(resources, "matchPolicy", "Equivalent");
        putIfPresent(resources, "namespaceSelector", new LinkedHashMap<>());
        putIfPresent(resources, "objectSelector", new LinkedHashMap<>());
        for (String rules : List.of("resourceRules", "excludeResourceRules")) {
            FieldReader.of(resources).maps(rules).forEach(rule -> rule.putIfAbsent("scope", "*"));
        }
    }

    /** A part that the object does not have gets no defaults. */
    private static void putIfPresent(Map<String, Object> part, String key, Object value) {
        if (!part.isEmpty()) {
            part.putIfAbsent(key, value);
        }
    }
}
