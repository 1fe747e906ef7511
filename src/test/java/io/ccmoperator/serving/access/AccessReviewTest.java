// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import static io.ccmoperator.serving.access.Tokens.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.LogLines;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AccessReviewTest {
    private static final KubernetesObject KNOWN = YamlText.manifest("""
        status:
          authenticated: true
          user:
            username: system:serviceaccount:monitoring:prometheus
            uid: "17"
            groups: [system:serviceaccounts, system:authenticated]
            extra: {authentication.kubernetes.io/credential-id: [JTI=1]}
          audiences: [https://kubernetes.default.svc]
        """);

    private final LogLines log = LogLines.of(AccessReview.class);
    private final List<KubernetesObject> asked = new ArrayList<>();
    private final Queue<Object> answers = new ArrayDeque<>();
    private long now;
    private final AccessReview review = new AccessReview(this::answer, () -> now);

    @AfterEach
    void leave() {
        log.close();
    }

    @Test
    void reviewsPermissionWithAllFieldsOfUser() {
        answers.add(KNOWN);
        answers.add(YamlText.manifest("status: {allowed: true}"));

        assertThat(review.of(token("secret"))).isEqualTo(Decision.GRANTED);
        assertThat(asked)
                .containsExactly(
                        YamlText.manifest(
                                "{apiVersion: authentication.k8s.io/v1, kind: TokenReview, spec: {token: secret}}"),
                        YamlText.manifest("""
                            apiVersion: authorization.k8s.io/v1
                            kind: SubjectAccessReview
                            spec:
                              nonResourceAttributes: {path: /metrics, verb: get}
                              user: system:serviceaccount:monitoring:prometheus
                              uid: "17"
                              groups: [system:serviceaccounts, system:authenticated]
                              extra: {authentication.kubernetes.io/credential-id: [JTI=1]}
                            """));
    }

    @Test
    void omitsMissingUidGroupsAndExtra() {
        assertThat(AccessReview.accessReview(YamlText.tree("{username: u, groups: null}"))
                        .fields()
                        .map("spec"))
                .containsOnlyKeys("nonResourceAttributes", "user");
    }

    @Test
    void forbidsUserWhoIsNotAllowed() {
        answers.add(KNOWN);
        answers.add(YamlText.manifest("status: {allowed: false, reason: none}"));

        assertThat(review.of(token("secret")))
                .isEqualTo(Decision.forbidden("system:serviceaccount:monitoring:prometheus"));
    }

    @Test
    void skipsSecondReviewForUnknownToken() {
        answers.add(YamlText.manifest("status: {error: 'invalid bearer token'}"));

        assertThat(review.of(token("secret"))).isEqualTo(Decision.UNKNOWN_TOKEN);
        assertThat(asked).hasSize(1);
    }

    @Test
    void logsMissingPermissionOfOperatorOnce() {
        for (int scrape = 0; scrape < 20; scrape++) {
            now += RepeatedFailures.SILENCE.toNanos() / 20;
            answers.add(new ApiException(403, "ask for a TokenReview: HTTP status 403", null));
            assertThat(review.of(token("secret")))
                    .isEqualTo(
                            Decision.notKnown("the operator itself may not create tokenreviews.authentication.k8s.io"));
        }
        answers.add(KNOWN);
        answers.add(new ApiException(403, "ask for a SubjectAccessReview: HTTP status 403", null));
        assertThat(review.of(token("secret")))
                .isEqualTo(Decision.notKnown(
                        "the operator itself may not create subjectaccessreviews.authorization.k8s.io"));

        assertThat(log.lines())
                .containsExactly(
                        "WARN cannot authorize metrics requests: the operator itself may not create"
                                + " tokenreviews.authentication.k8s.io; bind its service account to a ClusterRole that"
                                + " allows that",
                        "WARN cannot authorize metrics requests: the operator itself may not create"
                                + " subjectaccessreviews.authorization.k8s.io; bind its service account to a"
                                + " ClusterRole that allows that");
    }

    @Test
    void logsLastingFailureAgainAfterSomeTime() {
        for (int i = 0; i < 3; i++) {
            answers.add(new ApiException(500, "ask for a TokenReview: HTTP status 500", null));
            assertThat(review.of(token("secret")))
                    .isEqualTo(Decision.notKnown("the API server answers a TokenReview with HTTP status 500"));
            now += RepeatedFailures.SILENCE.toNanos();
        }

        assertThat(log.lines())
                .hasSize(3)
                .containsOnly("WARN cannot authorize metrics requests: ask for a TokenReview: HTTP status 500");
    }

    @Test
    void namesUnresponsiveServerInLogOnly() {
        answers.add(new ApiException(
                ApiException.NO_ANSWER,
                "ask for a TokenReview: no answer from https://10.0.0.1:6443/ because the connection was refused",
                null));

        assertThat(review.of(token("secret"))).isEqualTo(Decision.notKnown("the API server does not answer"));
        assertThat(log.lines())
                .containsExactly("WARN cannot authorize metrics requests: ask for a TokenReview: no answer from"
                        + " https://10.0.0.1:6443/ because the connection was refused");
    }

    @Test
    void logsNothingOfReviewAbandonedAtShutdown() {
        answers.add(new ApiException(ApiException.NO_ANSWER, "the program is about to end", null));
        Thread.currentThread().interrupt();

        assertThat(review.of(token("secret"))).isEqualTo(Decision.notKnown("the API server does not answer"));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(log.lines()).isEmpty();
    }

    private KubernetesObject answer(KubernetesObject question) {
        asked.add(question);
        Object answer = answers.remove();
        if (answer instanceof ApiException failure) {
            throw failure;
        }
        return (KubernetesObject) answer;
    }
}
