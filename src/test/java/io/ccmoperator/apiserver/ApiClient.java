// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apiserver;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Flow;

/** Talks to an API server, plainly: unknown fields are refused, and no answer is an exception. */
public final class ApiClient {
    private static final String IN_WRITES = "?fieldManager=test&fieldValidation=Strict";

    private final URI server;
    private final HttpClient http;
    private final String token;
    private final ApiUser user;
    private final String dryRun;
    private final Map<String, KubernetesObject> resources;

    ApiClient(URI server, HttpClient http, String token) {
        this(server, http, token, null, "", new ConcurrentHashMap<>());
    }

    private ApiClient(
            URI server,
            HttpClient http,
            String token,
            ApiUser user,
            String dryRun,
            Map<String, KubernetesObject> resources) {
        this.server = server;
        this.http = http;
        this.token = token;
        this.user = user;
        this.dryRun = dryRun;
        this.resources = resources;
    }

    /** A client that acts in the name of a user. */
    public ApiClient as(ApiUser other) {
        return new ApiClient(server, http, token, other, dryRun, resources);
    }

    /** A client that has another token. */
    public ApiClient withToken(String other) {
        return new ApiClient(server, http, other, user, dryRun, resources);
    }

    /** A client whose writes are judged and answered, but not kept. */
    public ApiClient dryRun() {
        return new ApiClient(server, http, token, user, "&dryRun=All", resources);
    }

    /** Reads a path. */
    public ApiAnswer get(String path) {
        return send(HttpRequest.newBuilder(server.resolve(path)).GET());
    }

    /**
     * Watches a path until the returned future is cancelled or the server ends the watch.
     *
     * @param path of a collection
     * @param events receives each event, one JSON document a line; subscribed once the server has begun to answer
     */
    public CompletableFuture<HttpResponse<Void>> watch(String path, Flow.Subscriber<String> events) {
        return watch(path, "application/json", events);
    }

    /** The same with events that have the metadata of the objects alone; their kind is PartialObjectMetadata. */
    public CompletableFuture<HttpResponse<Void>> watchMetadata(String path, Flow.Subscriber<String> events) {
        return watch(path, "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1", events);
    }

    private CompletableFuture<HttpResponse<Void>> watch(String path, String accepted, Flow.Subscriber<String> events) {
        HttpRequest request = HttpRequest.newBuilder(server.resolve(path + "?watch=true"))
                .header("Authorization", "Bearer " + token)
                .header("Accept", accepted)
                .build();
        return http.sendAsync(request, BodyHandlers.fromLineSubscriber(events));
    }

    /** A token of a service account that exists, for an hour. */
    public ApiAnswer token(String namespace, String account) {
        KubernetesObject request = new KubernetesObject(Map.of(
                "apiVersion", "authentication.k8s.io/v1",
                "kind", "TokenRequest",
                "spec", Map.of("expirationSeconds", 3600L)));
        return send(
                "POST",
                "/api/v1/namespaces/" + namespace + "/serviceaccounts/" + account + "/token",
                "application/json",
                request);
    }

    /** Creates an object. */
    public ApiAnswer create(KubernetesObject object) {
        return write("POST", collection(object), object);
    }

    /** Sends an object to a path that takes some, such as the token of a service account. */
    public ApiAnswer post(String path, KubernetesObject object) {
        return send("POST", path + IN_WRITES + dryRun, "application/json", object);
    }

    /** Puts an object in the place of the one that is there. */
    public ApiAnswer replace(KubernetesObject object) {
        return write("PUT", path(object), object);
    }

    /** Replaces the status of an object by the one here. */
    public ApiAnswer replaceStatus(KubernetesObject object) {
        return write("PUT", path(object) + "/status", object);
    }

    /** Deletes an object. */
    public ApiAnswer delete(KubernetesObject object) {
        return delete(path(object));
    }

    /** Deletes what a path names, one object or all of a collection. */
    public ApiAnswer delete(String path) {
        return send(HttpRequest.newBuilder(server.resolve(path)).DELETE());
    }

    /** Creates an object or changes the one that is there to it (server-side apply). */
    public ApiAnswer apply(KubernetesObject object) {
        return apply(object, "");
    }

    /** The same for the status of an object. */
    public ApiAnswer applyStatus(KubernetesObject object) {
        return apply(object, "/status");
    }

    /** Changes these fields of an object's status. Unlike an apply it does not wait until a new server knows all schemas. */
    public ApiAnswer mergeStatus(KubernetesObject object) {
        return send("PATCH", path(object) + "/status" + IN_WRITES, "application/merge-patch+json", object);
    }

    /** The object of the same kind, namespace and name as it is in the server. */
    public ApiAnswer read(KubernetesObject object) {
        return get(path(object));
    }

    /** True when the server knows the kind. */
    public boolean serves(KubernetesObject object) {
        return !resource(object).tree().isEmpty() && get(collection(object)).accepted();
    }

    private ApiAnswer apply(KubernetesObject object, String subresource) {
        String path = path(object) + subresource + IN_WRITES + "&force=true" + dryRun;
        return send("PATCH", path, "application/apply-patch+yaml", object);
    }

    private ApiAnswer write(String method, String path, KubernetesObject object) {
        return send(method, path + IN_WRITES + dryRun, "application/json", object);
    }

    private ApiAnswer send(String method, String path, String type, KubernetesObject object) {
        return send(HttpRequest.newBuilder(server.resolve(path))
                .header("Content-Type", type)
                .method(method, BodyPublishers.ofString(JsonWriter.compact(object.tree()))));
    }

    @SuppressWarnings("unchecked")
    private ApiAnswer send(HttpRequest.Builder builder) {
        builder.timeout(Duration.ofSeconds(30)).header("Authorization", "Bearer " + token);
        if (user != null) {
            builder.header("Impersonate-User", user.name());
            user.groups().forEach(group -> builder.header("Impersonate-Group", group));
            user.extra()
                    .forEach((key, values) -> values.forEach(
                            value -> builder.header("Impersonate-Extra-" + key.replace("/", "%2F"), value)));
        }
        HttpRequest request = builder.build();
        try {
            HttpResponse<String> response = answer(request);
            Map<String, Object> body = response.body().startsWith("{")
                    ? (Map<String, Object>) JsonReader.read(response.body())
                    : Map.of("message", response.body());
            return new ApiAnswer(request.method() + " " + request.uri().getPath(), response.statusCode(), body);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    /** A connection may have ended with a server that was restarted meanwhile: what only reads is asked once more, as clients of Kubernetes do. */
    private HttpResponse<String> answer(HttpRequest request) throws IOException, InterruptedException {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (HttpTimeoutException e) {
            throw e;
        } catch (IOException e) {
            if (!request.method().equals("GET")) {
                throw e;
            }
            return http.send(request, BodyHandlers.ofString());
        }
    }

    private String path(KubernetesObject object) {
        return collection(object) + "/" + object.name();
    }

    private String collection(KubernetesObject object) {
        KubernetesObject resource = resource(object);
        if (resource.tree().isEmpty()) {
            throw new IllegalArgumentException("the API server has no " + object.kind() + " " + object.apiVersion());
        }
        String namespace =
                Boolean.TRUE.equals(resource.fields().at("namespaced")) ? "/namespaces/" + object.namespace() : "";
        return group(object) + namespace + "/" + resource.fields().string("name");
    }

    /** What discovery says of the kind of an object; an empty tree when it says nothing. */
    private KubernetesObject resource(KubernetesObject object) {
        String key = object.apiVersion() + " " + object.kind();
        KubernetesObject known = resources.get(key);
        if (known == null) {
            known = get(group(object)).object().fields().maps("resources").stream()
                    .map(KubernetesObject::new)
                    .filter(resource -> resource.kind().equals(object.kind())
                            && !resource.fields().string("name").contains("/"))
                    .findFirst()
                    .orElse(new KubernetesObject(Map.of()));
            if (!known.tree().isEmpty()) {
                resources.put(key, known);
            }
        }
        return known;
    }

    private static String group(KubernetesObject object) {
        return (object.apiVersion().contains("/") ? "/apis/" : "/api/") + object.apiVersion();
    }
}
