// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.faults;

import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerRequest;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * A request as the proxy saw it.
 *
 * @param method of HTTP
 * @param path without the query
 * @param query may be empty
 * @param authorization the header of that name; empty where there is none
 */
public record SeenRequest(String method, String path, String query, String authorization) {
    /** All. */
    public static final Predicate<SeenRequest> ANY = request -> true;

    static SeenRequest of(HttpServerRequest request) {
        return new SeenRequest(
                request.method().name(),
                request.path(),
                Optional.ofNullable(request.query()).orElse(""),
                Optional.ofNullable(request.getHeader(HttpHeaders.AUTHORIZATION))
                        .orElse(""));
    }

    /** The same for other objects or another state of them. */
    SeenRequest to(String otherPath, String otherQuery) {
        return new SeenRequest(method, otherPath, otherQuery, authorization);
    }

    /** True for a request that lasts until it is closed. */
    public boolean isWatch() {
        return query.contains("watch=true");
    }

    /** True for a request that changes something. */
    public boolean isWrite() {
        return !method.equals("GET") && !query.contains("dryRun=");
    }
}
