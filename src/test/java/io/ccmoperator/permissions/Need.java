// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.permissions;

import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.assets.KubernetesObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What an account needs a permission for. */
public sealed interface Need {
    /** The least that is needed. */
    Permission permission();

    /** The account asked for it so many times. */
    record Requests(Permission permission, int count) implements Need {}

    /** The account writes a role or binding with this permission: the API server lets an account grant only permissions that it has. */
    record Grant(Permission permission, KubernetesObject object) implements Need {}

    /** The account deletes it where a former release has left it. */
    record Removal(Permission permission, String object) implements Need {}

    /** What is needed to delete an object of a former release. */
    static List<Need> toDelete(FormerObject object) {
        List<Need> needs = new ArrayList<>();
        object.kind()
                .toPrune(object.namespace(), object.name())
                .forEach(needed -> needs.add(new Removal(
                        new Permission(
                                needed.namespace(), needed.group(), needed.resource(), needed.verb(), needed.name()),
                        object.toString())));
        return needs;
    }

    /** What requests needed, in the order in which each was first asked; what has no resource needs no rule of a role here. */
    static List<Need> of(List<AuditedRequest> requests) {
        Map<Permission, Integer> counts = new LinkedHashMap<>();
        for (AuditedRequest request : requests) {
            if (!request.resource().isEmpty()) {
                counts.merge(permission(request), 1, Integer::sum);
            }
        }
        List<Need> needs = new ArrayList<>();
        counts.forEach((permission, count) -> needs.add(new Requests(permission, count)));
        return needs;
    }

    /**
     * What has to be held to write roles and bindings.
     *
     * @param written of all kinds
     * @param roles where the roles of the bindings are found
     * @throws IllegalArgumentException if one is not there
     */
    static List<Need> toWrite(List<KubernetesObject> written, List<KubernetesObject> roles) {
        List<Need> needs = new ArrayList<>();
        for (KubernetesObject object : written) {
            KubernetesObject role = Holding.isBinding(object)
                    ? Holding.role(object, roles)
                            .orElseThrow(() -> new IllegalArgumentException(object.display() + ": no such role"))
                    : object;
            Rules.of(role, object.namespace()).forEach(permission -> needs.add(new Grant(permission, object)));
        }
        return needs;
    }

    /** The server judges a create before it knows the name, whatever it writes into its log afterwards. */
    private static Permission permission(AuditedRequest request) {
        return new Permission(
                request.namespace(),
                request.group(),
                request.resource(),
                request.verb(),
                request.verb().equals("create") ? "" : request.name());
    }
}
