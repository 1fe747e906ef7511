// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.payload;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Payload;
import io.ccmoperator.assets.rbac.FlowRule;
import io.ccmoperator.assets.rbac.FormerObject;
import io.ccmoperator.assets.rbac.NamedKind;
import io.ccmoperator.assets.rbac.OperatorRule;
import io.ccmoperator.assets.rbac.Permission;
import io.ccmoperator.assets.rbac.RoleRules;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rules on the payload's roles for the operator: they give what the operator requires to apply the roles, bindings and admission
 * policies of the payload's providers and to grant what these grant, and they name these objects and no others.
 */
final class OperatorRules {
    static final List<Rule<OperatorRoles>> RULES = List.of(
            rule("operator-permission", OperatorRules::permissionsForProviders),
            rule("operator-permission", OperatorRules::permissionsForFormerObjects),
            rule("former-object", OperatorRules::formerObjects),
            rule("permission-name", OperatorRules::resourceNames));

    /** The chart has these roles too, and a test compares them. */
    private static final String AS_IN_CHART = "and in helm/ccm-operator/templates/rbac-operator.yaml";

    private static final String LIST = "src/main/resources/" + FormerObjects.PATH;

    private OperatorRules() {}

    /** The rules, for all providers together; providers that cannot be read completely are not compared. */
    static Rule<List<ParsedProvider>> of(Payload payload, List<FormerObject> former) {
        return (providers, findings) -> {
            boolean readable = providers.stream()
                    .allMatch(provider ->
                            provider.complete() && provider.validDescriptor().isPresent());
            if (readable) {
                OperatorRoles roles = OperatorRoles.of(payload, providers, former);
                RULES.forEach(rule -> rule.check(roles, findings));
            }
        };
    }

    private static void permissionsForProviders(OperatorRoles roles, Findings findings) {
        roles.providers()
                .forEach(provider ->
                        permissions(roles, "for provider " + provider.name(), provider.permissions(), findings));
    }

    private static void permissionsForFormerObjects(OperatorRoles roles, Findings findings) {
        roles.former()
                .forEach(
                        object -> permissions(roles, "to delete the former " + object, object.permissions(), findings));
    }

    private static void formerObjects(OperatorRoles roles, Findings findings) {
        roles.former().stream()
                .filter(object -> roles.applied().anyMatch(applied -> isSame(object, applied)))
                .forEach(object -> findings.add(
                        LIST, object + " is an object of a provider; remove it from the list of former objects"));
    }

    private static void resourceNames(OperatorRoles roles, Findings findings) {
        for (OperatorRule rule : roles.held()) {
            for (NamedKind kind : NamedKind.values()) {
                resourceNames(roles, rule, kind, findings);
            }
        }
    }

    private static void resourceNames(OperatorRoles roles, OperatorRule rule, NamedKind kind, Findings findings) {
        List<Permission> permissions = rule.permissions().stream()
                .filter(permission -> NamedKind.of(permission).equals(Optional.of(kind))
                        && !permission.verb().equals(NamedKind.CREATE))
                .toList();
        if (permissions.isEmpty()) {
            return;
        }
        List<String> names = roles.names(kind, rule.namespace());
        if (permissions.stream().anyMatch(permission -> permission.name().isEmpty())) {
            findings.add(
                    roles.field(rule),
                    "is about any " + kind.kind() + "; leave create to a rule of its own, and name the objects here "
                            + AS_IN_CHART + ": resourceNames: " + FlowRule.list(names));
        }
        permissions.stream()
                .map(Permission::name)
                .distinct()
                .filter(name -> !name.isEmpty() && !names.contains(name))
                .forEach(name -> findings.add(
                        resourceName(roles, rule, name),
                        "no provider of the payload has a " + kind.kind() + " of that name"
                                + (rule.namespace().isEmpty() ? "" : " in " + rule.namespace())
                                + "; remove the line here " + AS_IN_CHART
                                + ", or list the object in " + LIST + " if a former release applied it"));
    }

    private static FieldReader resourceName(OperatorRoles roles, OperatorRule rule, String name) {
        return roles.field(rule).field("resourceNames").items().stream()
                .filter(item -> item.is(name))
                .findFirst()
                .orElseThrow();
    }

    private static boolean isSame(FormerObject former, KubernetesObject applied) {
        return former.kind().kind().equals(applied.kind())
                && former.namespace().equals(applied.namespace())
                && former.name().equals(applied.name());
    }

    /** Adds a finding for each name and for each namespace in which a permission is missing for a purpose. */
    private static void permissions(OperatorRoles roles, String purpose, List<Permission> required, Findings findings) {
        Map<String, List<Permission>> byNamespace = new LinkedHashMap<>();
        required.stream()
                .filter(permission -> roles.held().stream().noneMatch(rule -> rule.covers(permission)))
                .distinct()
                .forEach(permission -> byNamespace
                        .computeIfAbsent(permission.namespace(), namespace -> new ArrayList<>())
                        .add(permission));
        byNamespace.forEach((namespace, missing) -> {
            Optional<OperatorRule> ofRole = roles.held().stream()
                    .filter(rule -> rule.namespace().equals(namespace))
                    .findFirst();
            if (ofRole.isEmpty()) {
                findings.add(
                        "manifests/",
                        "no role " + (namespace.isEmpty() ? "of the cluster" : "of namespace " + namespace)
                                + " is bound to ServiceAccount " + OperatorRule.NAMESPACE + "/" + OperatorRule.ACCOUNT
                                + "; " + purpose + " it needs " + flow(missing));
            } else {
                missing(roles, purpose, missing, ofRole.get(), findings);
            }
        });
    }

    private static void missing(
            OperatorRoles roles, String purpose, List<Permission> missing, OperatorRule ofRole, Findings findings) {
        Map<OperatorRule, Set<String>> names = new LinkedHashMap<>();
        List<Permission> others = new ArrayList<>();
        for (Permission permission : missing) {
            Optional<OperatorRule> withoutName = roles.held().stream()
                    .filter(rule -> isNamed(permission) && isAboutOtherNames(rule, permission))
                    .findFirst();
            withoutName.ifPresentOrElse(
                    rule -> names.computeIfAbsent(rule, key -> new LinkedHashSet<>())
                            .add(permission.name()),
                    () -> others.add(permission));
        }
        names.forEach((rule, ofRule) -> ofRule.forEach(name -> findings.add(
                roles.field(rule).field("resourceNames"),
                "lacks a name that is needed " + purpose + "; add the line \"- " + name + "\" here " + AS_IN_CHART)));
        if (!others.isEmpty()) {
            findings.add(
                    roles.rulesOf(ofRole),
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
}
