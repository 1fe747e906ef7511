/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A connection to an API server: requests, and watches of single objects. */
public final class ApiConnection implements AutoCloseable {
    private final HttpTransport transport;
    private final HttpApiServer server;
    private final Reviews reviews;
    private final SingleObjectWatches objects;

    private ApiConnection(HttpTransport transport, WatchPace pace, Clock clock) {
        this.transport = transport;
        this.server = new HttpApiServer(transport, HttpApiServer.ANSWER_WITHIN);
        this.reviews = new HttpApiServer(transport, HttpApiServer.REVIEW_WITHIN);
        this.objects = new SingleObjectWatches(transport, pace, clock);
    }

    /**
     * Reads where the API server is and who one is there. Nothing is sent yet.
     *
     * @param kubeconfig a kubeconfig file; empty: the one that the environment variable KUBECONFIG names, and where that is
     *     not set the service account of the pod, whose token is read again as it is renewed
     * @param vertx does the network's work; it is the caller's to close, after the connection
     * @param listener is told of every request
     * @throws io.ccmoperator.cluster.InvalidInputException if there is no such file, it is broken, or there is neither a file
     *     nor a service account
     */
    public static ApiConnection open(Optional<Path> kubeconfig, Vertx vertx, Clock clock, RequestListener listener) {
        return open(kubeconfig, System::getenv, vertx, WatchPace.USUAL, clock, listener);
    }

    static ApiConnection open(
            Optional<Path> kubeconfig,
            UnaryOperator<String> environment,
            Vertx vertx,
            WatchPace pace,
            Clock clock,
            RequestListener listener) {
        PemOptions pem = new PemOptions(vertx);
        String named = environment.apply("KUBECONFIG");
        Optional<Path> file =
                kubeconfig.or(() -> named == null || named.isEmpty() ? Optional.empty() : Optional.of(Path.of(named)));
        ApiEndpoint endpoint = file.map(path -> KubeconfigEndpoint.read(path, pem, clock))
                .orElseGet(() -> ServiceAccountEndpoint.read(ServiceAccountEndpoint.FOLDER, environment, pem, clock));
        return new ApiConnection(new HttpTransport(endpoint, vertx, listener), pace, clock);
    }

    /** Requests. */
    public ApiServer server() {
        return server;
    }

    /** Reviews. */
    public Reviews reviews() {
        return reviews;
    }

    /** The watches of the process. */
    public WatchedObjects objects() {
        return objects;
    }

    /** Ends the watches; requests under way and later ones get no answer. */
    @Override
    public void close() {
        objects.close();
        transport.close();
    }
}
