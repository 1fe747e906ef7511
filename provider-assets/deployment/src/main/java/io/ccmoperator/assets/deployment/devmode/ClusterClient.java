/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.SyntaxException;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** What development mode itself asks of the API server. Each method waits for the answer. */
final class ClusterClient {
    private static final Duration ANSWER_WITHIN = Duration.ofSeconds(10);

    private final URI server;
    private final String token;
    private final HttpClient http;

    private ClusterClient(URI server, String token, HttpClient http) {
        this.server = server;
        this.token = token;
        this.http = http;
    }

    static ClusterClient of(EmbeddedServer server) {
        HttpClient.Builder builder = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1);
        server.certificate().ifPresent(certificate -> builder.sslContext(Trust.only(certificate)));
        return new ClusterClient(server.uri(), server.token(), builder.build());
    }

    /** Whether the server serves a path already. */
    boolean answers(String path) {
        try {
            return send("GET", path, "", null).statusCode() == 200;
        } catch (IOException e) {
            return false;
        }
    }

    /** The object that a path names, if there is one. */
    Optional<Manifest> get(String path) throws IOException {
        HttpResponse<String> response = send("GET", path, "", null);
        return response.statusCode() == 404 ? Optional.empty() : Optional.of(object("GET " + path, response));
    }

    /** The objects of a collection; none where the server does not have the kind. */
    List<Manifest> list(String path) throws IOException {
        return get(path)
                .map(list -> list.maps("items").stream().map(Manifest::new).toList())
                .orElse(List.of());
    }

    /** Creates an object, and then its status if it has one. */
    void create(Manifest object) throws IOException {
        Manifest document = object.copy();
        Object status = document.tree().remove("status");
        String collection = collection(object);
        object(object.display(), send("POST", collection, "application/json", document.tree()));
        if (status != null) {
            patchStatus(collection + "/" + object.name(), status);
        }
    }

    /** Merges into the status of the object that a path names. */
    void patchStatus(String path, Object status) throws IOException {
        String url = path + "/status";
        object("PATCH " + url, send("PATCH", url, "application/merge-patch+json", Map.of("status", status)));
    }

    /** The path of the collection that an object belongs to. */
    static String collection(Manifest object) {
        String root = (object.apiVersion().contains("/") ? "/apis/" : "/api/") + object.apiVersion();
        String namespace = object.namespace().isEmpty() ? "" : "/namespaces/" + object.namespace();
        String name = object.kind().toLowerCase(Locale.ROOT);
        return root + namespace + "/"
                + (name.endsWith("y") ? name.substring(0, name.length() - 1) + "ies" : name + "s");
    }

    private HttpResponse<String> send(String method, String path, String type, Map<String, Object> body)
            throws IOException {
        HttpRequest.Builder request = HttpRequest.newBuilder(server.resolve(path))
                .timeout(ANSWER_WITHIN)
                .header("Authorization", "Bearer " + token);
        if (body == null) {
            request.method(method, BodyPublishers.noBody());
        } else {
            request.header("Content-Type", type).method(method, BodyPublishers.ofString(JsonWriter.compact(body)));
        }
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static Manifest object(String what, HttpResponse<String> response) throws IOException {
        Manifest answer = object(what, response.body());
        if (response.statusCode() / 100 != 2) {
            throw new IOException(what + ": " + response.statusCode() + " " + answer.text("message"));
        }
        return answer;
    }

    @SuppressWarnings("unchecked")
    private static Manifest object(String what, String body) throws IOException {
        try {
            if (JsonReader.read(body) instanceof Map<?, ?> tree) {
                return new Manifest((Map<String, Object>) tree);
            }
        } catch (SyntaxException e) {
            throw new IOException(what + ": the answer is no JSON", e);
        }
        throw new IOException(what + ": the answer is no object");
    }
}
