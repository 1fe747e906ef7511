// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.LogLines;
import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.kubeconfig.KubeconfigFlags;
import io.ccmoperator.payload.PayloadFolder;
import io.vertx.core.Vertx;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may read the metrics by the word of a real API server, with the permissions that the release gives the operator. */
@RequiresApiServer
class MetricsAuthorizerIT {
    private static final String METRICS = "up 1\n";
    private static final String FENCE = "fence-";
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @TempDir
    static Path folder;

    private static Vertx vertx;
    private static ApiServer server;

    /** Advances only when a test says so: cached decisions stay valid until then. */
    private final AtomicLong nanos = new AtomicLong();

    private ApiConnection connection;
    private MetricsAuthorizer access;
    private MetricsServed served;
    private int requestsBefore;

    @BeforeAll
    static void startAll() {
        vertx = Vertx.vertx();
        server = ApiServer.start(folder);
        apply("{apiVersion: v1, kind: Namespace, metadata: {name: openshift-cloud-controller-manager-operator}}");
        Stream.of("ClusterRole", "ClusterRoleBinding")
                .flatMap(kind -> PayloadFolder.ofKind(kind).stream())
                .forEach(MetricsAuthorizerIT::apply);
        Stream.of("reader", "stranger", "powerless")
                .map("{apiVersion: v1, kind: ServiceAccount, metadata: {namespace: default, name: %s}}"::formatted)
                .forEach(MetricsAuthorizerIT::apply);
        apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: reads-metrics}
                rules: [{nonResourceURLs: [/metrics], verbs: [get]}]
                """);
        apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: reads-metrics}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reads-metrics}
                subjects: [{kind: ServiceAccount, namespace: default, name: reader}]
                """);
    }

    @AfterAll
    static void stopAll() {
        MetricsServed.await(vertx.close());
        server.close();
    }

    @BeforeEach
    void serve() {
        serve(server.kubeconfig(Account.FIRST));
        // The server knows of the permissions a moment after they are there.
        await("the operator to be allowed to ask")
                .atMost(PATIENCE)
                .until(() -> served.get("before").statusCode() == 401);
        requestsBefore = allRequests().size();
    }

    @AfterEach
    void stop() {
        served.close();
        access.close();
        connection.close();
    }

    @Test
    void allowsUserWithPermission() {
        HttpResponse<String> answer = answered(token("reader"), 200);

        assertThat(answer.body()).isEqualTo(METRICS);
        assertThat(served.send("HEAD", "/metrics", "Authorization", "bearer " + token("reader"))
                        .statusCode())
                .isEqualTo(200);
    }

    @Test
    void namesMissingPermissionToUser() {
        HttpResponse<String> answer = served.get(token("stranger"));

        assertThat(answer.statusCode()).isEqualTo(403);
        assertThat(answer.body()).startsWith("user \"system:serviceaccount:default:stranger\" may not read");
        assertThat(requests()).isEqualTo(Map.of("create tokenreviews", 1L, "create subjectaccessreviews", 1L));
    }

    @Test
    void rejectsUnknownToken() {
        String reader = token("reader");
        String forged = reader.substring(0, reader.lastIndexOf('.') + 1) + "AAAA";

        assertThat(served.send("GET", "/metrics").statusCode()).isEqualTo(401);
        assertThat(served.get("a b").statusCode()).isEqualTo(401);
        assertThat(served.get("a".repeat(BearerToken.LONGEST + 1)).statusCode()).isEqualTo(401);
        assertThat(requests()).isEmpty();

        for (String wrong : List.of("unknown", forged)) {
            HttpResponse<String> answer = served.get(wrong);
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer");
        }
        assertThat(requests()).isEqualTo(Map.of("create tokenreviews", 2L));
    }

    @Test
    void sendsOneReviewForTwoHundredRequests() {
        String token = token("reader");
        answered(token, 200);
        Map<String, Long> first = requests();

        IntStream.range(0, 200)
                .forEach(i -> assertThat(served.get(token).body()).isEqualTo(METRICS));
        assertThat(requests()).isEqualTo(first);

        nanos.addAndGet(MetricsAuthorizer.GRANTED_FOR.toNanos());
        assertThat(served.get(token).statusCode()).isEqualTo(200);
        assertThat(requests())
                .isEqualTo(first.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, entry -> entry.getValue() + 1)));
    }

    @Test
    void sendsOneReviewForConcurrentRequestsWithOneToken() throws Exception {
        String token = token("stranger");
        List<CompletableFuture<HttpResponse<String>>> answers =
                IntStream.range(0, 50).mapToObj(i -> served.getLater(token)).toList();

        for (CompletableFuture<HttpResponse<String>> answer : answers) {
            assertThat(answer.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).statusCode())
                    .isEqualTo(403);
        }
        assertThat(requests()).isEqualTo(Map.of("create tokenreviews", 1L, "create subjectaccessreviews", 1L));
    }

    @Test
    void followsGrantedPermissionWhenDenialExpires() {
        apply("{apiVersion: v1, kind: ServiceAccount, metadata: {namespace: default, name: later}}");
        String token = token("later");
        assertThat(served.get(token).statusCode()).isEqualTo(403);

        apply("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRoleBinding
                metadata: {name: later-reads-metrics}
                roleRef: {apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: reads-metrics}
                subjects: [{kind: ServiceAccount, namespace: default, name: later}]
                """);
        nanos.addAndGet(MetricsAuthorizer.REFUSED_FOR.toNanos() - 1);
        assertThat(served.get(token).statusCode()).isEqualTo(403);
        answered(token, 200);
    }

    @Test
    void survivesOutageOfApiServer() {
        String token = token("reader");
        answered(token, 200);

        server.stop();
        try {
            assertThat(served.get(token).statusCode()).as("while it is fresh").isEqualTo(200);
            nanos.addAndGet(MetricsAuthorizer.GRANTED_FOR.toNanos());
            HttpResponse<String> away = served.get(token);
            assertThat(away.statusCode()).isEqualTo(503);
            assertThat(away.headers().firstValue("Retry-After")).isPresent();
            assertThat(away.body()).contains("the API server does not answer");
            assertThat(served.get("unknown").statusCode()).isEqualTo(503);
        } finally {
            server.startAgain();
        }

        assertThat(answered(token, 200).body()).isEqualTo(METRICS);
        assertThat(served.get("unknown").statusCode()).isEqualTo(401);
    }

    @Test
    void logsMissingPermissionOfOperatorOnce() {
        stop();
        serve(server.kubeconfig(server.uri(), token("powerless")));
        try (LogLines warnings = LogLines.of(AccessReview.class)) {
            String token = token("reader");
            for (int scrape = 0; scrape < 5; scrape++) {
                HttpResponse<String> answer = served.get(token);
                assertThat(answer.statusCode()).isEqualTo(503);
                assertThat(answer.body()).contains("may not create tokenreviews.authentication.k8s.io");
            }
            assertThat(warnings.lines()).singleElement().asString().contains("tokenreviews.authentication.k8s.io");
        }
    }

    /** The permissions may become known to the server a moment after they are there. */
    private HttpResponse<String> answered(String token, int status) {
        return await("an answer " + status)
                .atMost(PATIENCE)
                .until(
                        () -> {
                            nanos.addAndGet(MetricsAuthorizer.REFUSED_FOR.toNanos());
                            return served.get(token);
                        },
                        answer -> answer.statusCode() == status);
    }

    /** What has been asked of the API server in this test: verb and resource to how often. */
    private Map<String, Long> requests() {
        List<AuditedRequest> all = allRequests();
        return all.subList(requestsBefore, all.size()).stream()
                .filter(request -> !request.name().startsWith(FENCE))
                .collect(Collectors.groupingBy(
                        request -> request.verb() + " " + request.resource(), Collectors.counting()));
    }

    /** The server writes a request down after its answer: one more is sent, and when that is there the others are. */
    private List<AuditedRequest> allRequests() {
        String fence = FENCE + UUID.randomUUID();
        assertThat(connection.server().get(new ObjectKey(ResourceKind.SERVICE, "default", fence)))
                .isEmpty();
        return await("the audit log")
                .atMost(PATIENCE)
                .until(
                        () -> server.audit().of(Account.FIRST),
                        all -> all.stream().anyMatch(request -> request.name().equals(fence)));
    }

    private void serve(Path kubeconfig) {
        connection = ApiConnection.open(
                KubeconfigFlags.of(kubeconfig), vertx, Clock.systemUTC(), java.util.Map.of(), (verb, code) -> {});
        access = new MetricsAuthorizer(connection::review, nanos::get);
        MetricsEndpoint endpoint = new MetricsEndpoint(session -> true);
        endpoint.authorize(access, MetricsServed.NO_CERTIFICATES);
        served = new MetricsServed(vertx, endpoint, context -> context.end(METRICS));
    }

    private static String token(String account) {
        ApiAnswer answer = server.admin()
                .post(
                        "/api/v1/namespaces/default/serviceaccounts/" + account + "/token",
                        YamlText.manifest("{apiVersion: authentication.k8s.io/v1, kind: TokenRequest, spec: {}}"));
        assertThat(answer.refusal()).isEmpty();
        return answer.object().fields().string("status", "token");
    }

    private static void apply(String yaml) {
        apply(YamlText.manifest(yaml));
    }

    private static void apply(KubernetesObject object) {
        assertThat(server.admin().apply(object).refusal()).isEmpty();
    }
}
