/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.faults;

import java.util.function.Predicate;

/**
 * A request as the proxy saw it.
 *
 * @param method of HTTP
 * @param path without the query
 * @param query may be empty
 */
public record SeenRequest(String method, String path, String query) {
    /** All. */
    public static final Predicate<SeenRequest> ANY = request -> true;

    /** True for a request that goes on until it is ended. */
    public boolean isWatch() {
        return query.contains("watch=true");
    }

    /** True for a request that changes something. */
    public boolean isWrite() {
        return !method.equals("GET") && !query.contains("dryRun=");
    }
}
