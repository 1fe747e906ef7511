/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.Optional;

/** A connection to an API server: requests, and watches of single objects. */
public final class ApiConnection implements AutoCloseable {
    private ApiConnection() {}

    /**
     * Reads where the API server is and who one is there. Nothing is sent yet.
     *
     * @param kubeconfig a kubeconfig file; empty: the one that the environment variable KUBECONFIG names, and where that is
     *     not set the service account of the pod, whose token is read again as it is renewed
     * @param vertx does the network's work; it is the caller's to close, after the connection
     * @throws io.ccmoperator.cluster.InvalidInputException if there is no such file, it is broken, or there is neither a file
     *     nor a service account
     */
    public static ApiConnection open(Optional<Path> kubeconfig, Vertx vertx) {
        return new ApiConnection();
    }

    /** Requests. */
    public ApiServer server() {
        throw new UnsupportedOperationException();
    }

    /** The watches of the process. */
    public WatchedObjects objects() {
        throw new UnsupportedOperationException();
    }

    /** Ends the watches; requests under way and later ones get no answer. */
    @Override
    public void close() {}
}
