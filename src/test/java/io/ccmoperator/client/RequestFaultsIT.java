// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.faults.SeenRequest;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@RequiresApiServer
class RequestFaultsIT extends RequestsOfProcess {
    private static final KubernetesObject TOKEN_REVIEW =
            YamlText.manifest("{apiVersion: authentication.k8s.io/v1, kind: TokenReview, spec: {token: secret}}");

    @Test
    void retriesOnceAfterRetryAfterOfOverloadedServer() {
        proxy.answer(request -> request.path().endsWith(name), 1, 429, "0");

        assertThat(server.get(key)).isEmpty();
        assertThat(proxy.count(request -> request.path().endsWith(name))).isEqualTo(2);
    }

    @Test
    void retriesOnceWhenTheServerFails() {
        proxy.answer(request -> request.path().endsWith(name), 1, 503);

        assertThat(server.get(key)).isEmpty();
        assertThat(proxy.count(request -> request.path().endsWith(name))).isEqualTo(2);
    }

    @Test
    void reportsErrorOfServerThatFailsAgain() {
        proxy.answer(request -> request.path().endsWith(name), 2, 500);

        assertThatThrownBy(() -> server.get(key))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.code()).isEqualTo(500))
                .hasMessage("get ConfigMap default/" + name + ": the proxy says 500");
        assertThat(proxy.count(request -> request.path().endsWith(name))).isEqualTo(2);
    }

    @Test
    void waitsForAnswerThatTakes5Seconds() {
        proxy.delay(request -> request.path().endsWith(name), 1, Duration.ofSeconds(5));

        assertThat(server.get(key)).isEmpty();
    }

    @Test
    void opensNewConnectionAfterOneWasCut() {
        assertThat(server.get(key)).isEmpty();
        proxy.refuse();

        ApiException failure = catchThrowableOfType(ApiException.class, () -> server.get(key));
        assertThat(failure.code()).isEqualTo(ApiException.NO_ANSWER);

        proxy.accept();
        assertThat(server.get(key)).isEmpty();
    }

    @Test
    void reportsUnreachableServer() throws Exception {
        Path nowhere = process.kubeconfig(URI.create("https://127.0.0.1:1"));
        try (ApiConnection away = Connections.open(nowhere, vertx)) {
            assertThatThrownBy(() -> away.server().get(key))
                    .hasMessage("get ConfigMap default/" + name
                            + ": no answer from https://127.0.0.1:1/ because the connection was refused");
        }
    }

    @Test
    void keepsConnectionsForLaterRequests() {
        server.get(key);
        int made = proxy.connectionsMade();

        IntStream.range(0, 50).forEach(i -> server.get(key));

        assertThat(proxy.connectionsMade()).isEqualTo(made);
        assertThat(proxy.count(request -> request.path().endsWith(name))).isEqualTo(51);
    }

    @Test
    void givesUpRequestWithoutAnswerAfter10Seconds() {
        proxy.delay(request -> request.path().endsWith(name), 1, Duration.ofSeconds(60));

        assertThatThrownBy(() -> server.get(key))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.code()).isEqualTo(ApiException.NO_ANSWER))
                .hasMessageMatching("get ConfigMap default/" + name
                        + ": no answer from https://[0-9.:]+/ because it took too long");
        assertThat(proxy.count(request -> request.path().endsWith(name))).isEqualTo(1);
    }

    @Test
    void reportsPageOfProxyWithoutItsContent() {
        server.create(configMap("any"), ApiServer.DryRun.NONE);
        proxy.answerWithPage(request -> request.path().endsWith(name), 1, "text/html", "<html>secret</html>");

        assertThatThrownBy(() -> server.get(key))
                .hasMessageEndingWith(
                        "because the response is not a Kubernetes object; check for a proxy that answers" + " instead");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "null", "{}", "[]", "{\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"other\"}}"})
    void reportsAnswerThatIsNotTheObject(String answer) {
        KubernetesObject object = configMap("any");
        reportsForeignAnswer(answer, () -> server.create(object, ApiServer.DryRun.NONE));
        KubernetesObject stored = server.get(key).orElseThrow();
        reportsForeignAnswer(answer, () -> server.get(key));
        reportsForeignAnswer(answer, () -> server.replace(stored, ApiServer.DryRun.NONE));
        reportsForeignAnswer(answer, () -> server.replace(object, ApiServer.DryRun.NONE));
    }

    private void reportsForeignAnswer(String answer, ThrowingCallable request) {
        proxy.answerWithPage(seen -> seen.path().contains("/configmaps"), 1, "application/json", answer);

        assertThatThrownBy(request)
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.code()).isEqualTo(ApiException.NO_ANSWER))
                .hasMessageEndingWith(
                        "because the response is not a Kubernetes object; check for a proxy that answers instead");
    }

    @Test
    void takesAnswerThatComesAfterServerHasLeft() {
        Predicate<SeenRequest> creations = request -> request.method().equals("POST");
        proxy.forget();
        proxy.afterAnswer(creations, 0, proxy::goAway);

        assertThat(server.create(configMap("any"), ApiServer.DryRun.NONE).name())
                .isEqualTo(name);

        assertThat(proxy.count(creations)).isEqualTo(1);
    }

    @Test
    void sendsWriteAgainThatServerHasNotBegunBeforeItLeft() {
        proxy.forget();
        proxy.leaveBeforeRequest(request -> request.method().equals("POST"), 1);

        assertThat(server.create(configMap("any"), ApiServer.DryRun.NONE).name())
                .isEqualTo(name);

        assertThat(proxy.count(request -> request.method().equals("POST"))).isEqualTo(2);
    }

    @Test
    void endsRequestOfClosedConnection() {
        ApiConnection closed = Connections.open(proxy.kubeconfig(), vertx);
        assertThat(closed.server().get(key)).isEmpty();
        closed.close();

        assertThatThrownBy(() -> closed.server().get(key))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.code()).isEqualTo(ApiException.NO_ANSWER))
                .hasMessageContaining("closed");
    }

    @Test
    void repeatsRequestWhoseAnswerIsCutOffInTheMiddle() {
        KubernetesObject present = server.create(configMap("any"), ApiServer.DryRun.NONE);
        proxy.halve(request -> request.path().endsWith(name), 2);

        assertThat(server.get(key)).contains(present);
        proxy.halve(request -> request.path().endsWith(name), Integer.MAX_VALUE);

        assertThatThrownBy(() -> server.get(key))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.code()).isEqualTo(ApiException.NO_ANSWER))
                .hasMessageContaining("because the connection was closed");
    }

    @Test
    void givesUpRequestWhoseAnswerStopsInTheMiddle() {
        server.create(configMap("any"), ApiServer.DryRun.NONE);
        proxy.stall(request -> request.path().endsWith(name), 1);

        try (ApiConnection impatient = Connections.impatient(proxy.kubeconfig(), vertx)) {
            assertThatThrownBy(() -> impatient.server().get(key))
                    .isInstanceOfSatisfying(
                            ApiException.class, e -> assertThat(e.code()).isEqualTo(ApiException.NO_ANSWER))
                    .hasMessageContaining("because it took too long");
            assertThat(impatient.server().get(key)).isPresent();
        }
    }

    @Test
    void givesUpReviewWithoutAnswer() {
        proxy.delay(request -> request.path().endsWith("/tokenreviews"), 1, Duration.ofSeconds(60));

        try (ApiConnection impatient = Connections.impatient(proxy.kubeconfig(), vertx)) {
            assertThatThrownBy(() -> impatient.review(TOKEN_REVIEW))
                    .isInstanceOfSatisfying(
                            ApiException.class, e -> assertThat(e.code()).isEqualTo(ApiException.NO_ANSWER))
                    .hasMessageMatching("create a TokenReview: no answer from https://[0-9.:]+/");
        }
    }

    @Test
    void hidesContentOfFailedReview() {
        proxy.answer(request -> request.path().endsWith("/tokenreviews"), 2, 500);

        assertThatThrownBy(() -> connection.review(TOKEN_REVIEW)).hasMessage("create a TokenReview: HTTP status 500");
    }

    @Test
    void retriesReviewOnConnectionThatWasClosedMeanwhile() {
        connection.review(TOKEN_REVIEW);
        proxy.cut();

        assertThat(connection.review(TOKEN_REVIEW).kind()).isEqualTo("TokenReview");
    }
}
