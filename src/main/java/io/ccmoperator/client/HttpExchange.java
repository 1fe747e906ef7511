/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.parsetools.RecordParser;
import java.util.concurrent.CancellationException;

/** One request that is under way, which can be given up at any time. */
final class HttpExchange {
    private HttpClientRequest request;
    private boolean cancelled;

    /** Gives the request up: the server is told, and nothing more comes of it. */
    synchronized void cancel() {
        cancelled = true;
        if (request != null) {
            request.reset();
        }
    }

    private synchronized boolean isCancelled() {
        return cancelled;
    }

    /** Takes the request as it is about to be sent. */
    synchronized HttpClientRequest sending(HttpClientRequest sent) {
        if (cancelled) {
            sent.reset();
            throw new CancellationException("the request was given up");
        }
        request = sent;
        return sent;
    }

    /** Hands a streamed answer on, until the end or until it is given up. */
    void receive(HttpClientResponse response, StreamReceiver receiver) {
        if (response.statusCode() != 200) {
            response.body()
                    .onSuccess(body -> {
                        if (!isCancelled()) {
                            receiver.refused(answer(response, body));
                        }
                    })
                    .onFailure(fault -> broken(fault, receiver));
            return;
        }
        RecordParser lines = RecordParser.newDelimited("\n", line -> {
            if (!isCancelled()) {
                receiver.line(line.getBytes());
            }
        });
        response.exceptionHandler(fault -> broken(fault, receiver));
        response.endHandler(end -> {
            if (!isCancelled()) {
                receiver.ended();
            }
        });
        response.handler(lines);
    }

    void broken(Throwable fault, StreamReceiver receiver) {
        if (!isCancelled()) {
            receiver.broken(fault);
        }
    }

    static Answer answer(HttpClientResponse response, Buffer body) {
        String retryAfter = response.getHeader("Retry-After");
        return new Answer(response.statusCode(), retryAfter == null ? "" : retryAfter, body.getBytes());
    }
}
