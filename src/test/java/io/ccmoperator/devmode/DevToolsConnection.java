// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.devmode;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;

/** A connection to a page of Chromium in the DevTools protocol: JSON-RPC on a WebSocket. */
final class DevToolsConnection implements AutoCloseable {
    private static final long PATIENCE_SECONDS = 120;

    private final Map<Long, CompletableFuture<FieldReader>> open = new ConcurrentHashMap<>();
    private final AtomicLong lastId = new AtomicLong();
    private WebSocket socket;

    private DevToolsConnection() {}

    static DevToolsConnection open(URI page) {
        DevToolsConnection connection = new DevToolsConnection();
        connection.socket = HttpClient.newHttpClient()
                .newWebSocketBuilder()
                .buildAsync(page, connection.new Receiver())
                .join();
        return connection;
    }

    /**
     * Calls a method and waits for its result.
     *
     * @throws IllegalStateException if the browser reports an error, or does not answer
     */
    FieldReader call(String method, Map<String, Object> parameters) {
        long id = lastId.incrementAndGet();
        CompletableFuture<FieldReader> answer = new CompletableFuture<>();
        open.put(id, answer);
        socket.sendText(JsonWriter.compact(Map.of("id", id, "method", method, "params", parameters)), true)
                .join();
        try {
            return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException | TimeoutException e) {
            throw new IllegalStateException(method + ": " + e, e);
        }
    }

    @Override
    public void close() {
        socket.abort();
    }

    /** Joins the parts of messages, and gives each answer to who waits for it. Events have no id and are not needed. */
    private final class Receiver implements WebSocket.Listener {
        private final StringBuilder message = new StringBuilder();

        @Override
        public CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
            message.append(part);
            if (last) {
                receive(FieldReader.of(JsonReader.read(message.toString())));
                message.setLength(0);
            }
            from.request(1);
            return null;
        }

        @Override
        public void onError(WebSocket from, Throwable error) {
            open.values().forEach(answer -> answer.completeExceptionally(error));
        }

        private void receive(FieldReader answer) {
            CompletableFuture<FieldReader> waiting =
                    answer.at("id") instanceof Number id ? open.remove(id.longValue()) : null;
            if (waiting == null) {
                return;
            }
            if (answer.map("error").isEmpty()) {
                waiting.complete(FieldReader.of(answer.map("result")));
            } else {
                waiting.completeExceptionally(
                        new IllegalStateException(answer.map("error").toString()));
            }
        }
    }
}
