/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.deployment.rbac.FlowRule;
import io.ccmoperator.assets.deployment.rbac.NamedKind;
import io.ccmoperator.assets.deployment.rbac.OperatorRule;
import io.ccmoperator.assets.deployment.rbac.Permission;
import io.ccmoperator.assets.deployment.rbac.RoleRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The roles of the payload that are bound to the operator, and what they lack. */
record OperatorRoles(Payload payload, List<OperatorRule> rules, Findings findings) {
    /** Where a change of these roles belongs as well. */
    static final String AS_IN_CHART = "and in helm/ccm-operator/templates/rbac-operator.yaml";

    /** The place of a rule. */
    Place place(OperatorRule rule) {
        return rulesOf(rule).items().get(rule.number());
    }

    /**
     * Adds a finding for each name and for each namespace in which something is missing.
     *
     * @param purpose what the permissions are for, as in "lacks what is needed for provider x"
     */
    void checkMissing(String purpose, List<Permission> required) {
        Map<String, List<Permission>> byNamespace = new LinkedHashMap<>();
        required.stream()
                .filter(permission -> rules.stream().noneMatch(rule -> rule.covers(permission)))
                .distinct()
                .forEach(permission -> byNamespace
                        .computeIfAbsent(permission.namespace(), namespace -> new ArrayList<>())
                        .add(permission));
        byNamespace.forEach((namespace, missing) -> {
            Optional<OperatorRule> ofRole = rules.stream()
                    .filter(rule -> rule.namespace().equals(namespace))
                    .findFirst();
            if (ofRole.isEmpty()) {
                findings.add(
                        "manifests/",
                        "no role " + (namespace.isEmpty() ? "of the cluster" : "of namespace " + namespace)
                                + " is bound to ServiceAccount " + OperatorRule.NAMESPACE + "/" + OperatorRule.ACCOUNT
                                + "; " + purpose + " it needs " + flow(missing));
            } else {
                checkMissing(purpose, missing, ofRole.get());
            }
        });
    }

    private void checkMissing(String purpose, List<Permission> missing, OperatorRule ofRole) {
        Map<OperatorRule, Set<String>> names = new LinkedHashMap<>();
        List<Permission> others = new ArrayList<>();
        for (Permission permission : missing) {
            Optional<OperatorRule> withoutName = rules.stream()
                    .filter(rule -> isNamed(permission) && isAboutOtherNames(rule, permission))
                    .findFirst();
            withoutName.ifPresentOrElse(
                    rule -> names.computeIfAbsent(rule, key -> new LinkedHashSet<>())
                            .add(permission.name()),
                    () -> others.add(permission));
        }
        names.forEach((rule, ofRule) -> ofRule.forEach(name -> findings.add(
                place(rule).field("resourceNames"),
                "lacks a name that is needed " + purpose + "; add the line \"- " + name + "\" here " + AS_IN_CHART)));
        if (!others.isEmpty()) {
            findings.add(
                    rulesOf(ofRole),
                    "lacks what is needed " + purpose + "; add " + flow(others) + " here " + AS_IN_CHART);
        }
    }

    private static boolean isNamed(Permission permission) {
        return NamedKind.of(permission).isPresent() && !permission.name().isEmpty();
    }

    private static boolean isAboutOtherNames(OperatorRule rule, Permission permission) {
        return rule.permissions().stream()
                .filter(held -> !held.name().isEmpty())
                .anyMatch(held -> new Permission(
                                held.namespace(), held.group(), held.resource(), held.verb(), permission.name())
                        .equals(permission));
    }

    private static String flow(List<Permission> permissions) {
        return RoleRules.rules(permissions).stream().map(FlowRule::of).collect(Collectors.joining(" "));
    }

    private Place rulesOf(OperatorRule rule) {
        return payload.documents().stream()
                .filter(document -> document.manifest() == rule.role())
                .map(document -> Place.root(document).field("rules"))
                .findFirst()
                .orElseThrow();
    }
}
