/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode.memory;

import io.ccmoperator.assets.tree.JsonWriter;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** An answer that goes on: a line for each change, until the time that the client asked for is over or the client leaves. */
final class WatchResponse implements Consumer<ObjectStore.Event> {
    private static final Pattern SECONDS = Pattern.compile("[0-9]{1,6}");

    private final HttpServerResponse response;
    private final ResourcePath watched;

    private WatchResponse(HttpServerResponse response, ResourcePath watched) {
        this.response = response;
        this.watched = watched;
    }

    /** @throws Refusal if the client wants to go on from a version that it knows; past changes are not kept */
    static void begin(HttpServerRequest request, ResourcePath path, ObjectStore store, Vertx vertx) {
        if (!"true".equals(request.getParam("sendInitialEvents"))) {
            throw Refusal.badRequest("past changes are not kept; watch with sendInitialEvents=true");
        }
        ResourcePath watched = FieldSelector.select(path, request);
        HttpServerResponse response = request.response().setChunked(true);
        response.putHeader("Content-Type", "application/json");
        WatchResponse watch = new WatchResponse(response, watched);
        response.closeHandler(closed -> store.unwatch(watch));
        response.endHandler(ended -> store.unwatch(watch));
        store.list(watched).forEach(object -> watch.write("ADDED", object.tree()));
        watch.endBeginning(store.version());
        store.watch(watch);
        String seconds = request.getParam("timeoutSeconds", "");
        if (SECONDS.matcher(seconds).matches()) {
            vertx.setTimer(Math.max(1, Long.parseLong(seconds) * 1000), over -> watch.end());
        }
    }

    @Override
    public void accept(ObjectStore.Event event) {
        if (watched.covers(event.path())) {
            write(event.type(), event.object().tree());
        }
    }

    private void endBeginning(String version) {
        write(
                "BOOKMARK",
                Map.of(
                        "metadata",
                        Map.of(
                                "resourceVersion",
                                version,
                                "annotations",
                                Map.of("k8s.io/initial-events-end", "true"))));
    }

    private void end() {
        if (!response.ended() && !response.closed()) {
            response.end();
        }
    }

    private void write(String type, Map<String, Object> object) {
        response.write(JsonWriter.compact(Map.of("type", type, "object", object)) + "\n");
    }
}
