/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Connections for tests, whose watches lose no time. */
final class Connections {
    static final WatchPace HASTY = new WatchPace(
            Duration.ofSeconds(20),
            Duration.ofSeconds(30),
            Duration.ofSeconds(1),
            Duration.ofSeconds(20),
            Duration.ofMillis(50),
            Duration.ofMillis(200),
            Duration.ofMillis(200),
            Duration.ofMillis(100),
            Duration.ofMinutes(10));

    /** The same for servers that do not answer at all. */
    static final WatchPace IMPATIENT = new WatchPace(
            HASTY.shortest(),
            HASTY.longest(),
            HASTY.silence(),
            Duration.ofSeconds(2),
            HASTY.firstPause(),
            HASTY.longestPause(),
            HASTY.longestOutage(),
            HASTY.missingKind(),
            HASTY.stuck());

    /** The same, but a thread that is busy soon counts as stuck. */
    static final WatchPace TOUCHY = new WatchPace(
            HASTY.shortest(),
            HASTY.longest(),
            HASTY.silence(),
            HASTY.beginning(),
            HASTY.firstPause(),
            HASTY.longestPause(),
            HASTY.longestOutage(),
            HASTY.missingKind(),
            Duration.ofMillis(500));

    private Connections() {}

    static ApiConnection open(Path kubeconfig, Vertx vertx, WatchPace pace) {
        return ApiConnection.open(
                Optional.of(kubeconfig), name -> null, vertx, pace, Clock.systemUTC(), (verb, code) -> {});
    }

    static void close(Vertx vertx) throws Exception {
        vertx.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
    }
}
