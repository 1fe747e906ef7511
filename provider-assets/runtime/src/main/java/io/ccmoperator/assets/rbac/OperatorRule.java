// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rbac;

import io.ccmoperator.assets.KubernetesObject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A rule of a role that is bound to the account of the operator.
 *
 * @param role that has the rule
 * @param number of the rule in the role, counted from 0
 * @param namespace in which it is effective; empty: everywhere
 * @param permissions that it gives
 */
public record OperatorRule(KubernetesObject role, int number, String namespace, List<Permission> permissions) {
    public OperatorRule {
        permissions = List.copyOf(permissions);
    }

    /** The service account of the operator. */
    public static final String ACCOUNT = "cluster-cloud-controller-manager";

    /** The namespace of {@link #ACCOUNT}. */
    public static final String NAMESPACE = "openshift-cloud-controller-manager-operator";

    private static final Set<String> BINDINGS = Set.of("RoleBinding", "ClusterRoleBinding");

    /** The rules that bindings among some objects give to the operator, of roles among them. */
    public static List<OperatorRule> of(List<KubernetesObject> objects) {
        List<OperatorRule> rules = new ArrayList<>();
        for (KubernetesObject binding : objects) {
            if (BINDINGS.contains(binding.kind()) && bindsOperator(binding)) {
                RequiredPermission.role(binding, objects).ifPresent(role -> rules.addAll(of(role, binding)));
            }
        }
        return rules;
    }

    /** Whether the rule covers a permission. */
    public boolean covers(Permission permission) {
        return permissions.stream().anyMatch(held -> held.covers(permission));
    }

    private static List<OperatorRule> of(KubernetesObject role, KubernetesObject binding) {
        List<OperatorRule> rules = new ArrayList<>();
        for (Map<String, Object> rule : role.fields().maps("rules")) {
            rules.add(
                    new OperatorRule(role, rules.size(), binding.namespace(), RoleRules.of(rule, binding.namespace())));
        }
        return rules;
    }

    private static boolean bindsOperator(KubernetesObject binding) {
        return binding.fields().maps("subjects").stream()
                .map(KubernetesObject::new)
                .anyMatch(subject -> subject.kind().equals("ServiceAccount")
                        && subject.fields().string("name").equals(ACCOUNT)
                        && subject.fields().string("namespace").equals(NAMESPACE));
    }
}
