/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Ends a request whose response stops in the middle: an API server that dies while it writes, or a proxy that cuts the
 * connection. Reason: the client's timeout ends when the head of the response has arrived, and its Vert.x
 * transport does not notice a connection that is closed later, so that the thread of the request would wait forever.
 *
 * @param longest from the head of a response to its end; watches have no limit
 */
record ResponseTimeout(Duration longest) implements Interceptor {
    @Override
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        if (response.body() instanceof AsyncBody body && !RequestObserver.isWatch(request)) {
            body.done().orTimeout(longest.toMillis(), TimeUnit.MILLISECONDS).whenComplete((done, failure) -> {
                if (failure != null) {
                    // Closes the connection, which is of no use to another request.
                    body.cancel();
                }
            });
        }
    }
}
