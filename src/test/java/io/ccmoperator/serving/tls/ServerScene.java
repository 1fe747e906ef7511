/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving.tls;

import io.ccmoperator.LogLines;
import io.ccmoperator.serving.ListenAddress;
import io.ccmoperator.serving.MetricsServer;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Clock;
import java.util.concurrent.TimeUnit;

/** A server that answers any request with its path, and what it logs. */
final class ServerScene {
    final LogLines log = LogLines.ofPackage(MetricsServer.class);
    final Vertx vertx = Vertx.vertx();
    final MetricsServer server;

    /** @param folder of the certificate */
    ServerScene(Path folder) {
        server = new MetricsServer(vertx, request -> request.response().end(request.path()), folder, Clock.systemUTC());
    }

    /** Serves at any free port, and returns it. */
    int listen() throws Exception {
        return await(server.listen(new ListenAddress("127.0.0.1", 0)));
    }

    static <T> T await(Future<T> future) throws Exception {
        return future.toCompletionStage().toCompletableFuture().get(30, TimeUnit.SECONDS);
    }

    void close() throws Exception {
        await(server.close());
        await(vertx.close());
        log.close();
    }
}
