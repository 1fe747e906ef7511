// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.permissions;

import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.apiserver.ApiUser;
import io.ccmoperator.assets.KubernetesObject;
import java.util.Map;

/**
 * One verb on one resource: the smallest part of a rule of RBAC, or what a request needs.
 *
 * @param namespace where; empty is everywhere, objects of the cluster among it, or, of a request, an object of the cluster
 * @param group of the API; empty is the core group
 * @param resource plural, with the subresource after a slash if there is one
 * @param name of the object; empty is any, or, of a request, none in particular
 */
public record Permission(String namespace, String group, String resource, String verb, String name) {
    /** Whether who holds this may do that, or grant it. */
    public boolean covers(Permission needed) {
        return (namespace.isEmpty() || namespace.equals(needed.namespace))
                && group.equals(needed.group)
                && resource.equals(needed.resource)
                && verb.equals(needed.verb)
                && (name.isEmpty() || name.equals(needed.name));
    }

    /** Whether the server refuses it to a user. */
    public boolean isRefused(ApiClient admin, ApiUser user) {
        String[] parts = resource.split("/", 2);
        ApiAnswer answer = admin.create(new KubernetesObject(Map.of(
                "apiVersion",
                "authorization.k8s.io/v1",
                "kind",
                "SubjectAccessReview",
                "spec",
                Map.of(
                        "user",
                        user.name(),
                        "groups",
                        user.groups(),
                        "resourceAttributes",
                        Map.of(
                                "namespace", namespace,
                                "group", group,
                                "resource", parts[0],
                                "subresource", parts.length > 1 ? parts[1] : "",
                                "verb", verb,
                                "name", name)))));
        if (!answer.accepted()) {
            throw new IllegalStateException(answer.refusal());
        }
        return !Boolean.TRUE.equals(answer.object().fields().at("status", "allowed"));
    }

    /** The resource with its group, such as {@code deployments.apps}, and the name. */
    String target() {
        String slash = resource.contains("/") ? resource.substring(resource.indexOf('/')) : "";
        String plural = resource.substring(0, resource.length() - slash.length());
        return plural + (group.isEmpty() ? "" : "." + group) + slash + (name.isEmpty() ? "" : " " + name);
    }

    @Override
    public String toString() {
        return verb + " " + target() + (namespace.isEmpty() ? "" : " in " + namespace);
    }
}
