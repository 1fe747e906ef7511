// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.kubeconfig.KubeconfigFlags;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.ObjIntConsumer;

/** Connections for tests. */
final class Connections {
    /** So that tests need not wait for a server that will not answer. */
    static final ClientTimings IMPATIENT = new ClientTimings(
            Duration.ofSeconds(1),
            Duration.ofSeconds(2),
            Duration.ofSeconds(2),
            Duration.ofMillis(400),
            Duration.ofMillis(100),
            Duration.ofMillis(500));

    private Connections() {}

    static ApiConnection open(Path kubeconfig, Vertx vertx) {
        return open(kubeconfig, vertx, ClientTimings.USUAL, Clock.systemUTC(), (verb, code) -> {});
    }

    static ApiConnection open(
            Path kubeconfig, Vertx vertx, ClientTimings timings, Clock clock, ObjIntConsumer<String> listener) {
        return ApiConnection.open(
                KubeconfigFlags.of(kubeconfig), name -> null, Path.of("/"), vertx, timings, clock, Map.of(), listener);
    }

    /** As in a Pod: with the variables that name the API server, and the folder of the service account. */
    static ApiConnection openInPod(Map<String, String> environment, Path serviceAccount, Vertx vertx, Clock clock) {
        return ApiConnection.open(
                KubeconfigFlags.NONE,
                environment::get,
                serviceAccount,
                vertx,
                ClientTimings.USUAL,
                clock,
                Map.of(),
                (verb, code) -> {});
    }

    static ApiConnection impatient(Path kubeconfig, Vertx vertx) {
        return open(kubeconfig, vertx, IMPATIENT, Clock.systemUTC(), (verb, code) -> {});
    }

    static void close(Vertx vertx) throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
}
