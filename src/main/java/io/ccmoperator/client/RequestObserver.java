// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.fabric8.kubernetes.client.http.AsyncBody;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Locale;
import java.util.function.ObjIntConsumer;

/**
 * Counts the client's requests and sees whether the API server answers. Reason: the client has no metrics, and
 * logs each failure of each watch.
 */
final class RequestObserver implements Interceptor {
    private final ObjIntConsumer<String> listener;
    private final ApiServerConnectivity connectivity;

    RequestObserver(ObjIntConsumer<String> listener, ApiServerConnectivity connectivity) {
        this.listener = listener;
        this.connectivity = connectivity;
    }

    @Override
    public void after(HttpRequest request, HttpResponse<?> response, AsyncBody.Consumer<List<ByteBuffer>> consumer) {
        connectivity.answered();
        listener.accept(verb(request), response.code());
    }

    @Override
    public void afterConnectionFailure(HttpRequest request, Throwable failure) {
        // The client comes here before it tries a second time, and not after that has failed as well.
        listener.accept(verb(request), ApiException.NO_ANSWER);
        connectivity.unreachable(failure);
    }

    /** What the request does, as the API server's own metrics call it. */
    private static String verb(HttpRequest request) {
        String query = request.uri().getQuery();
        return switch (request.method()) {
            case "POST" -> "create";
            case "PUT" -> "update";
            case "GET" -> query == null ? "get" : query.contains("watch=true") ? "watch" : "list";
            default -> request.method().toLowerCase(Locale.ROOT);
        };
    }
}
