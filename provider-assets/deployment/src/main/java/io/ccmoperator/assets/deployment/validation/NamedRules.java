/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.deployment.discovery.FormerObjectsFile;
import io.ccmoperator.assets.deployment.rbac.FlowRule;
import io.ccmoperator.assets.deployment.rbac.FormerObject;
import io.ccmoperator.assets.deployment.rbac.NamedKind;
import io.ccmoperator.assets.deployment.rbac.OperatorRule;
import io.ccmoperator.assets.deployment.rbac.Permission;
import io.ccmoperator.assets.deployment.rbac.RequiredPermission;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The rules of the operator on roles, bindings and admission policies name objects that a provider has or a former release had. */
record NamedRules(OperatorRoles roles, List<RequiredPermission> required, List<FormerObject> former) {
    /** A request to create an object has no name that a rule could limit. */
    private static final String CREATE = "create";

    private static final String LIST = "src/main/resources/" + FormerObjectsFile.PATH;

    void check(Findings findings) {
        for (FormerObject object : former) {
            required.stream()
                    .map(RequiredPermission::object)
                    .filter(applied -> isSame(object, applied))
                    .findFirst()
                    .ifPresent(applied -> findings.add(
                            LIST, object + " is an object of a provider; remove it from the list of former objects"));
        }
        roles.rules().forEach(rule -> check(rule, findings));
    }

    private void check(OperatorRule rule, Findings findings) {
        for (NamedKind kind : NamedKind.values()) {
            List<Permission> permissions = rule.permissions().stream()
                    .filter(permission -> NamedKind.of(permission).equals(Optional.of(kind))
                            && !permission.verb().equals(CREATE))
                    .toList();
            if (permissions.stream().anyMatch(permission -> permission.name().isEmpty())) {
                findings.add(
                        roles.place(rule),
                        "is about any " + kind.kind()
                                + "; leave create to a rule of its own, and name the objects here "
                                + OperatorRoles.AS_IN_CHART + ": resourceNames: "
                                + FlowRule.list(names(kind, rule.namespace())));
            }
            permissions.stream()
                    .map(Permission::name)
                    .distinct()
                    .filter(name ->
                            !name.isEmpty() && !names(kind, rule.namespace()).contains(name))
                    .forEach(name -> findings.add(
                            place(rule, name),
                            "no provider of the payload has a " + kind.kind() + " of that name"
                                    + (rule.namespace().isEmpty() ? "" : " in " + rule.namespace())
                                    + "; remove the line here " + OperatorRoles.AS_IN_CHART
                                    + ", or list the object in " + LIST + " if a former release applied it"));
        }
    }

    private Place place(OperatorRule rule, String name) {
        return roles.place(rule).field("resourceNames").items().stream()
                .filter(item -> item.is(name))
                .findFirst()
                .orElseThrow();
    }

    private List<String> names(NamedKind kind, String namespace) {
        return List.copyOf(new TreeSet<>(Stream.concat(
                        required.stream()
                                .map(RequiredPermission::object)
                                .filter(object -> object.kind().equals(kind.kind())
                                        && object.namespace().equals(namespace))
                                .map(Manifest::name),
                        former.stream()
                                .filter(object -> object.kind() == kind
                                        && object.namespace().equals(namespace))
                                .map(FormerObject::name))
                .toList()));
    }

    private static boolean isSame(FormerObject former, Manifest applied) {
        return former.kind().kind().equals(applied.kind())
                && former.namespace().equals(applied.namespace())
                && former.name().equals(applied.name());
    }
}
