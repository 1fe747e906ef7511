// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.scenario;

import io.ccmoperator.assets.deployment.devmode.mock.ApiServerDispatcher;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.fabric8.mockwebserver.dsl.HttpMethod;
import io.fabric8.mockwebserver.http.Buffer;
import io.fabric8.mockwebserver.http.Headers;
import io.fabric8.mockwebserver.http.MockResponse;
import io.fabric8.mockwebserver.http.RecordedRequest;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Another client edits an object in the moment before a write of it, which is then in conflict with the edit. */
final class RacingDispatcher extends ApiServerDispatcher {
    private final Map<String, String> races = new LinkedHashMap<>();
    private final List<Integer> codes = new ArrayList<>();

    /**
     * Arranges for one race.
     *
     * @param write method and path of the write that loses, without a query
     * @param label of the object, which the other client adds
     */
    synchronized void race(String write, String label) {
        races.put(write, label);
    }

    /** The HTTP status of each write that lost a race. */
    synchronized List<Integer> codes() {
        return List.copyOf(codes);
    }

    @Override
    public synchronized MockResponse dispatch(RecordedRequest request) {
        String path = request.getPath().replaceFirst("[?].*", "");
        String label = request.getPath().contains("dryRun=") ? null : races.remove(request.getMethod() + " " + path);
        if (label == null) {
            return super.dispatch(request);
        }
        edit(path.replaceFirst("/status$", ""), label);
        MockResponse response = super.dispatch(request);
        codes.add(response.code());
        return response;
    }

    @SuppressWarnings("unchecked")
    private void edit(String path, String label) {
        MockResponse read = send(HttpMethod.GET, path, "");
        Map<String, Object> tree =
                (Map<String, Object>) JsonReader.read(read.getBody().readUtf8());
        Map<String, Object> metadata = FieldReader.of(tree).map("metadata");
        ((Map<String, Object>) metadata.computeIfAbsent("labels", none -> new LinkedHashMap<String, Object>()))
                .put(label, "other");
        send(HttpMethod.PUT, path, JsonWriter.compact(tree));
    }

    private MockResponse send(HttpMethod method, String path, String body) {
        Headers headers = Headers.builder().build();
        return super.dispatch(new RecordedRequest(
                "HTTP_1_1", method, path, headers, new Buffer(body.getBytes(StandardCharsets.UTF_8))));
    }
}
