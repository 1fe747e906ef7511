/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Connections for tests. */
final class Connections {
    private Connections() {}

    static ApiConnection open(Path kubeconfig, Vertx vertx) {
        return ApiConnection.open(Optional.of(kubeconfig), vertx, Clock.systemUTC(), Map.of(), (verb, code) -> {});
    }

    static void close(Vertx vertx) throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
}
