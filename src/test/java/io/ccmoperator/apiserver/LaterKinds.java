// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apiserver;

import static org.awaitility.Awaitility.await;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.vertx.core.Future;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PemKeyCertOptions;
import io.vertx.core.parsetools.RecordParser;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * Before a kube-apiserver that is older than kinds of the operator, with its certificate: PodDisruptionBudgets of policy/v1 and
 * ValidatingAdmissionPolicies with their bindings are custom resources there, with the defaults of a later server, and nothing acts on them. All
 * else is handed on as it is.
 */
final class LaterKinds implements AutoCloseable {
    private static final String POLICIES = "admissionregistration.k8s.io/v1";

    /** The group of a built-in kind takes no custom resource. */
    private static final String GROUP = "later-kinds.example.com";

    private static final String STORED = GROUP + "/v1";
    private static final List<Translation> TRANSLATIONS =
            List.of(new Translation("policy/v1", "/"), new Translation(POLICIES, "/validatingadmissionpolic"));

    private static final String ANYTHING = "type: object, x-kubernetes-preserve-unknown-fields: true";
    private static final String RESOURCES = """
            {%1$s, properties: {
              matchPolicy: {type: string, default: Equivalent},
              namespaceSelector: {%1$s, default: {}},
              objectSelector: {%1$s, default: {}},
              resourceRules: {type: array, items: {%1$s, properties: {scope: {type: string, default: '*'}}}}}}
            """.formatted(ANYTHING);

    private static final Set<String> OF_THE_CONNECTION = Set.of(
            "connection", "transfer-encoding", "content-length", "host", "accept-encoding", "keep-alive", "upgrade");

    private final Vertx vertx = Vertx.vertx();
    private final URI server;
    private final HttpClient far;
    private final HttpServer near;

    private LaterKinds(URI server, Path certificate, Path key) {
        this.server = server;
        this.far = vertx.createHttpClient(
                new HttpClientOptions().setSsl(true).setTrustAll(true).setVerifyHost(false),
                new PoolOptions().setHttp1MaxSize(512));
        this.near = vertx.createHttpServer(new HttpServerOptions()
                        .setSsl(true)
                        .setKeyCertOptions(new PemKeyCertOptions()
                                .setCertPath(certificate.toString())
                                .setKeyPath(key.toString()))
                        .setUseAlpn(true))
                .requestHandler(request -> request.body().onSuccess(body -> pass(request, body)));
        finish(near.listen(0, "127.0.0.1"));
    }

    /**
     * Serves them where the server does not.
     *
     * @param certificate of the server, a PEM file
     * @param key of the certificate, a PEM file
     */
    static Optional<LaterKinds> before(URI server, Path certificate, Path key, ApiClient admin) {
        if (admin.get("/apis/policy/v1").accepted()) {
            return Optional.empty();
        }
        store(admin, "PodDisruptionBudget", "poddisruptionbudgets", "Namespaced", "");
        store(
                admin,
                "ValidatingAdmissionPolicy",
                "validatingadmissionpolicies",
                "Cluster",
                "failurePolicy: {type: string, default: Fail}, matchConstraints: " + RESOURCES);
        store(
                admin,
                "ValidatingAdmissionPolicyBinding",
                "validatingadmissionpolicybindings",
                "Cluster",
                "matchResources: " + RESOURCES);
        created(admin.create(YamlText.manifest("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: later-kinds}
                rules: [{apiGroups: [%s], resources: ['*'], verbs: ['*']}]
                """.formatted(GROUP))));
        created(admin.create(YamlText.manifest("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: later-kinds}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: later-kinds}
                subjects: [{apiGroup: rbac.authorization.k8s.io, kind: Group, name: 'system:authenticated'}]
                """)));
        return Optional.of(new LaterKinds(server, certificate, key));
    }

    private static void store(ApiClient admin, String kind, String plural, String scope, String ofSpec) {
        created(admin.create(YamlText.manifest(
                """
                apiVersion: apiextensions.k8s.io/v1
                kind: CustomResourceDefinition
                metadata: {name: %3$s.%1$s}
                spec:
                  group: %1$s
                  scope: %4$s
                  names: {kind: %2$s, plural: %3$s, singular: %5$s}
                  versions:
                    - name: v1
                      served: true
                      storage: true
                      schema:
                        openAPIV3Schema: {%6$s, properties: {spec: {%6$s, properties: {%7$s}}}}
                """.formatted(GROUP, kind, plural, scope, kind.toLowerCase(Locale.ROOT), ANYTHING, ofSpec))));
        KubernetesObject example = new KubernetesObject(
                Map.of("apiVersion", STORED, "kind", kind, "metadata", Map.of("namespace", "default")));
        await(kind).until(() -> admin.serves(example));
    }

    /** A second server on the same etcd finds them there. */
    private static void created(ApiAnswer answer) {
        if (!answer.accepted() && answer.status() != 409) {
            throw new IllegalStateException(answer.refusal());
        }
    }

    /** Where it serves. */
    URI uri() {
        return URI.create("https://127.0.0.1:" + near.actualPort());
    }

    /**
     * Where the server stores what it does not serve.
     *
     * @param served group and version
     * @param kinds how the rest of the path begins
     */
    private record Translation(String served, String kinds) {
        boolean appliesTo(String asked) {
            return (asked + "/").startsWith("/apis/" + served + kinds);
        }

        String path(String asked) {
            return asked.replace("/apis/" + served, "/apis/" + STORED);
        }

        Buffer toServer(Buffer body) {
            return replace(body, served, STORED);
        }

        Buffer toClient(Buffer body) {
            return replace(body, STORED, served);
        }

        private static Buffer replace(Buffer body, String from, String to) {
            return Buffer.buffer(body.toString().replace("\"" + from + "\"", "\"" + to + "\""));
        }
    }

    private void pass(HttpServerRequest request, Buffer body) {
        HttpServerResponse answer = request.response();
        Optional<Translation> translation = TRANSLATIONS.stream()
                .filter(one -> one.appliesTo(request.path()))
                .findFirst();
        String path = translation.map(one -> one.path(request.path())).orElse(request.path());
        Buffer sent = translation.map(one -> one.toServer(body)).orElse(body);
        send(request, path, sent)
                .onSuccess(response -> {
                    response.exceptionHandler(cut -> answer.reset());
                    answer.closeHandler(closed -> response.request().reset());
                    copyHead(response, answer);
                    if (request.path().equals("/apis/" + POLICIES)) {
                        addResources(request, response, answer);
                    } else {
                        translation.ifPresentOrElse(
                                one -> translate(one, response, answer), () -> handOn(response, answer));
                    }
                })
                .onFailure(fault -> answer.reset());
    }

    private Future<HttpClientResponse> send(HttpServerRequest request, String path, Buffer body) {
        RequestOptions options = new RequestOptions()
                .setMethod(request.method())
                .setAbsoluteURI(server + path + (request.query() == null ? "" : "?" + request.query()));
        copy(request.headers(), options::addHeader);
        return far.request(options)
                .compose((HttpClientRequest passed) -> passed.send(body))
                .onSuccess(HttpClientResponse::pause);
    }

    private static void copyHead(HttpClientResponse response, HttpServerResponse answer) {
        answer.setStatusCode(response.statusCode());
        copy(response.headers(), answer::putHeader);
    }

    private interface Headers {
        void add(String name, String value);
    }

    private static void copy(MultiMap headers, Headers to) {
        headers.forEach(header -> {
            if (!OF_THE_CONNECTION.contains(header.getKey().toLowerCase(Locale.ROOT))) {
                to.add(header.getKey(), header.getValue());
            }
        });
    }

    /** The head at once: a watch has begun before its first event. */
    private static void handOn(HttpClientResponse response, HttpServerResponse answer) {
        answer.setChunked(true).writeHead();
        response.pipeTo(answer);
    }

    private static void translate(Translation translation, HttpClientResponse response, HttpServerResponse answer) {
        answer.setChunked(true).writeHead();
        response.handler(RecordParser.newDelimited(
                "\n", line -> answer.write(translation.toClient(line).appendString("\n"))));
        response.endHandler(end -> answer.end());
        response.resume();
    }

    /** What discovery says of the group has the kinds that are stored elsewhere. */
    private void addResources(HttpServerRequest request, HttpClientResponse response, HttpServerResponse answer) {
        content(response)
                .compose(builtIn -> send(request, "/apis/" + STORED, Buffer.buffer())
                        .compose(LaterKinds::content)
                        .map(stored -> join(builtIn, stored)))
                .onSuccess(answer::end)
                .onFailure(fault -> answer.reset());
    }

    private static Future<Buffer> content(HttpClientResponse paused) {
        Future<Buffer> content = paused.body();
        paused.resume();
        return content;
    }

    private static Buffer join(Buffer builtIn, Buffer stored) {
        JsonObject all = builtIn.toJsonObject();
        // The other ones are of another group: a client that lists all kinds asks for each that is named.
        stored.toJsonObject().getJsonArray("resources").stream()
                .map(JsonObject.class::cast)
                .filter(resource -> resource.getString("name").startsWith("validatingadmissionpolic"))
                .forEach(all.getJsonArray("resources")::add);
        return all.toBuffer();
    }

    private static <T> void finish(Future<T> future) {
        try {
            future.toCompletionStage().toCompletableFuture().get(1, TimeUnit.MINUTES);
        } catch (Exception e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        finish(vertx.close());
    }
}
