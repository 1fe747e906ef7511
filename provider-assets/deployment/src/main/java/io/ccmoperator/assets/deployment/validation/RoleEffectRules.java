// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.Rule.rule;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;

/** Rules on roles and bindings that the API server takes, and that allow nothing, or more to more accounts than meant. */
final class RoleEffectRules {
    /** For each object. */
    static final List<Rule<ProviderDocument>> RULES = List.of(rule("known-resource", RoleEffectRules::resources));

    private RoleEffectRules() {}

    private static void resources(ProviderDocument document, Findings findings) {
        String kind = document.manifest().kind();
        if (!isRole(kind)) {
            return;
        }
        for (FieldReader rule : document.fields().field("rules").items()) {
            ApiResources.check(rule, findings);
            List<String> groups = rule.field("apiGroups").strings();
            rule.field("resources").items().stream()
                    .filter(resource -> kind.equals("Role") && ApiResources.isClusterScoped(resource.string(), groups))
                    .forEach(resource -> findings.add(
                            resource,
                            resource.string()
                                    + " have no namespace, and a Role gives access to its namespace only; write a"
                                    + " ClusterRole and a ClusterRoleBinding"));
        }
    }

    private static boolean isRole(String kind) {
        return kind.equals("Role") || kind.equals("ClusterRole");
    }
}
