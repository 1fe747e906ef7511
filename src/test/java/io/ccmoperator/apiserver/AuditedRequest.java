// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apiserver;

import io.ccmoperator.assets.KubernetesObject;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;

/**
 * A request that an API server has answered or, for a watch, begun to answer.
 *
 * @param verb as RBAC calls it, such as {@code watch}
 * @param group of the API; empty is the core group
 * @param namespace empty for cluster-scoped objects
 * @param resource plural, with the subresource after a slash if there is one, such as {@code clusteroperators/status}
 * @param name of the object; empty when there is none in the path
 * @param query decoded
 * @param status of HTTP
 */
public record AuditedRequest(
        String verb, String group, String namespace, String resource, String name, String query, int status) {
    private static final Set<String> WRITES = Set.of("create", "update", "patch", "delete", "deletecollection");

    static AuditedRequest of(KubernetesObject event) {
        String query = URI.create(event.fields().string("requestURI")).getRawQuery();
        String subresource = event.fields().string("objectRef", "subresource");
        return new AuditedRequest(
                event.fields().string("verb"),
                event.fields().string("objectRef", "apiGroup"),
                event.fields().string("objectRef", "namespace"),
                event.fields().string("objectRef", "resource") + (subresource.isEmpty() ? "" : "/" + subresource),
                event.fields().string("objectRef", "name"),
                query == null ? "" : URLDecoder.decode(query, StandardCharsets.UTF_8),
                event.fields().at("responseStatus", "code") instanceof Long code ? code.intValue() : 0);
    }

    /** True when it changes something, or would without dry-run. */
    public boolean isWrite() {
        return WRITES.contains(verb);
    }

    /** True when it was a write that the server has carried out. */
    public boolean hasWritten() {
        return isWrite() && status < 300 && !query.contains("dryRun=");
    }

    /** True for a look at more than one object, but for a list of those of one workload. */
    public boolean isUnbounded() {
        boolean ofWorkload = verb.equals("list") && query.contains("labelSelector=");
        return (verb.equals("list") || verb.equals("watch"))
                && !query.contains("fieldSelector=metadata.name=")
                && !ofWorkload;
    }

    @Override
    public String toString() {
        return verb + " " + resource + " " + name + " " + status;
    }
}
