// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rbac;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ManagedNamespace;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The rules of RBAC that the operator needs for providers, as values of the Helm chart. */
public final class ChartRules {
    /** The roles of the chart by their namespaces. */
    private static final Map<String, String> ROLES =
            Map.of("", "cluster", ManagedNamespace.DEFAULT, "managed", "kube-system", "kubeSystem");

    private ChartRules() {}

    /** The values with rules for some permissions; empty without any. */
    public static Map<String, Object> of(List<Permission> permissions) {
        Map<String, Object> roles = new LinkedHashMap<>();
        ROLES.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(role -> {
            List<Permission> ofRole = permissions.stream()
                    .filter(permission -> permission.namespace().equals(role.getKey()))
                    .toList();
            if (!ofRole.isEmpty()) {
                roles.put(role.getValue(), RoleRules.rules(ofRole));
            }
        });
        return roles.isEmpty() ? Map.of() : Map.of("extraRules", roles);
    }

    /**
     * The values for providers outside the payload: what the roles of the payload do not give. Empty where they give all.
     *
     * @param assets the objects of the providers
     * @param payload the objects of the payload
     */
    public static Map<String, Object> ofPacks(List<KubernetesObject> assets, List<KubernetesObject> payload) {
        List<OperatorRule> held = OperatorRule.of(payload);
        return of(RequiredPermission.of(assets, payload).stream()
                .map(RequiredPermission::permission)
                .filter(permission -> held.stream().noneMatch(rule -> rule.covers(permission)))
                .toList());
    }
}
