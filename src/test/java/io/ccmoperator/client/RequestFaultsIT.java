/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
        named = io.ccmoperator.apiserver.ApiServer.ASSETS,
        matches = ".+",
        disabledReason = io.ccmoperator.apiserver.ApiServer.SKIPPED)
class RequestFaultsIT extends RequestsOfProcess {
    private static final KubernetesObject TOKEN_REVIEW =
            YamlText.manifest("{apiVersion: authentication.k8s.io/v1, kind: TokenReview, spec: {token: secret}}");

    @Test
    void an_overloaded_server_is_asked_once_more_after_the_pause_that_it_wants() {
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
    void an_answer_that_takes_5_s_is_waited_for() {
        proxy.delay(request -> request.path().endsWith(name), 1, Duration.ofSeconds(5));

        assertThat(server.get(key)).isEmpty();
    }

    @Test
    void a_connection_that_is_cut_is_no_answer_and_the_next_request_makes_a_new_one() {
        assertThat(server.get(key)).isEmpty();
        proxy.refuse();

        ApiException failure = catchThrowableOfType(ApiException.class, () -> server.get(key));
        assertThat(failure.code()).isEqualTo(ApiException.NO_ANSWER);

        proxy.accept();
        assertThat(server.get(key)).isEmpty();
    }

    @Test
    void the_failure_of_a_server_that_is_away_says_so() throws Exception {
        Path nowhere = process.kubeconfig(URI.create("https://127.0.0.1:1"));
        try (ApiConnection away = Connections.open(nowhere, vertx)) {
            assertThatThrownBy(() -> away.server().get(key))
                    .hasMessage("get ConfigMap default/" + name
                            + ": no answer from https://127.0.0.1:1/ because the connection was refused");
        }
    }

    @Test
    void many_requests_share_few_connections() {
        IntStream.range(0, 50).parallel().forEach(i -> server.get(key));

        assertThat(proxy.connections()).isLessThanOrEqualTo(50);
        assertThat(proxy.count(request -> request.path().endsWith(name))).isEqualTo(50);
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
    void a_review_that_is_not_answered_is_given_up_after_10_s() {
        proxy.delay(request -> request.path().endsWith("/tokenreviews"), 1, Duration.ofSeconds(60));

        assertThatThrownBy(() -> connection.reviews().create(TOKEN_REVIEW))
                .isInstanceOfSatisfying(
                        ApiException.class, e -> assertThat(e.code()).isEqualTo(ApiException.NO_ANSWER))
                .hasMessageMatching("create a TokenReview: no answer from https://[0-9.:]+/");
    }

    @Test
    void what_is_said_of_a_review_that_failed_is_not_repeated() {
        proxy.answer(request -> request.path().endsWith("/tokenreviews"), 2, 500);

        assertThatThrownBy(() -> connection.reviews().create(TOKEN_REVIEW))
                .hasMessage("create a TokenReview: HTTP status 500");
    }

    @Test
    void a_review_on_a_connection_that_was_closed_meanwhile_is_asked_for_again() {
        connection.reviews().create(TOKEN_REVIEW);
        proxy.cut();

        assertThat(connection.reviews().create(TOKEN_REVIEW).kind()).isEqualTo("TokenReview");
    }
}
