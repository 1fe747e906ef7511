/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpConnection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Looks after a connection of HTTP/2: asks the other side from time to time whether it is still there, for a node that loses
 * power or a firewall that forgets a connection says nothing, and all watches would go silent with it. A connection whose end
 * the server announces is closed at once: Vert.x would wait for ever for the answers that have not begun.
 */
final class KeepAlive {
    /** A dead connection is noticed after one to two of these; a quiet one costs four small frames a minute. */
    private static final Duration INTERVAL = Duration.ofSeconds(15);

    private KeepAlive() {}

    /**
     * Asks until the connection is closed, and closes it when there was no answer until the next question.
     *
     * @param announced told when the server announces the end of the connection, before it is closed
     */
    static void of(HttpConnection connection, Vertx vertx, Runnable announced) {
        if (connection.getWindowSize() < 0) {
            return; // HTTP/1.1, which knows no such question
        }
        AtomicBoolean unanswered = new AtomicBoolean();
        long timer = vertx.setPeriodic(INTERVAL.toMillis(), tick -> {
            if (unanswered.getAndSet(true)) {
                // Not close(): that waits behind what the dead connection will never take.
                connection.shutdown(0, TimeUnit.MILLISECONDS);
            } else {
                connection.ping(Buffer.buffer(new byte[8])).onSuccess(pong -> unanswered.set(false));
            }
        });
        connection.goAwayHandler(end -> {
            announced.run();
            connection.shutdown(0, TimeUnit.MILLISECONDS);
        });
        connection.closeHandler(closed -> vertx.cancelTimer(timer));
    }
}
