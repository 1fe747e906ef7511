// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import static io.ccmoperator.serving.access.Tokens.CLIENT;
import static io.ccmoperator.serving.access.Tokens.anyRate;
import static io.ccmoperator.serving.access.Tokens.token;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MetricsAuthorizerTest {
    private static final Decision GRANTED = Decision.GRANTED;
    private static final Decision CROWDED = Decision.notKnown("too many tokens are being checked");

    private final LaterThreads threads = new LaterThreads(3);
    private final List<String> reviewed = new ArrayList<>();
    private Decision next = GRANTED;
    private long now;
    private final MetricsAuthorizer access = new MetricsAuthorizer(this::review, threads, () -> now, anyRate());

    @Test
    void reusesDecisionUntilItExpires() {
        assertThat(ask("a")).isEqualTo(GRANTED);
        now = Duration.ofSeconds(59).toNanos();
        assertThat(ask("a")).isEqualTo(GRANTED);
        assertThat(reviewed).containsExactly("a");

        now = Duration.ofSeconds(60).toNanos();
        next = Decision.forbidden("u");
        assertThat(ask("a")).isEqualTo(next);
        assertThat(reviewed).containsExactly("a", "a");
    }

    @Test
    void expiresDecisionFromTimeOfRequest() {
        MetricsAuthorizer slow = new MetricsAuthorizer(
                token -> {
                    now += Duration.ofSeconds(4).toNanos();
                    return review(token);
                },
                threads,
                () -> now,
                anyRate());
        slow.of(token("a"), CLIENT);
        threads.work();

        now = Duration.ofSeconds(59).toNanos();
        assertThat(slow.of(token("a"), CLIENT).toCompletableFuture()).isCompletedWithValue(GRANTED);
        now = Duration.ofSeconds(60).toNanos();
        assertThat(slow.of(token("a"), CLIENT).toCompletableFuture()).isNotDone();
    }

    @Test
    void retriesUndeterminedDecisionAtOnce() {
        next = Decision.notKnown("x");
        assertThat(ask("a")).isEqualTo(next);

        next = GRANTED;
        assertThat(ask("a")).isEqualTo(GRANTED);
    }

    @Test
    void sharesReviewBetweenRequestsWithOneToken() {
        List<CompletableFuture<Decision>> decisions =
                IntStream.range(0, 100).mapToObj(i -> later("a")).toList();
        CompletableFuture<Decision> other = later("b");
        assertThat(decisions).noneMatch(CompletableFuture::isDone);

        threads.work();

        assertThat(decisions).allSatisfy(decision -> assertThat(decision).isCompletedWithValue(GRANTED));
        assertThat(other).isCompletedWithValue(GRANTED);
        assertThat(reviewed).containsExactly("a", "b");
    }

    @Test
    void rejectsTokensBeyondQueueForNow() {
        List<CompletableFuture<Decision>> waiting =
                List.of("a", "b", "c").stream().map(this::later).toList();
        assertThat(later("d")).isCompletedWithValue(CROWDED);
        assertThat(later("a")).as("one that waits already").isNotDone();

        threads.work();

        assertThat(waiting).allSatisfy(decision -> assertThat(decision).isCompletedWithValue(GRANTED));
        assertThat(ask("d")).isEqualTo(GRANTED);
    }

    @Test
    void skipsReviewOfTokenThatWaitedTooLong() {
        CompletableFuture<Decision> decision = later("a");
        now = Duration.ofSeconds(5).toNanos();

        threads.work();

        assertThat(decision).isCompletedWithValue(CROWDED);
        assertThat(reviewed).isEmpty();
        assertThat(ask("a")).isEqualTo(GRANTED);
    }

    @Test
    void rejectsAndRetriesAfterUnexpectedFailure() {
        MetricsAuthorizer failing = new MetricsAuthorizer(
                token -> {
                    throw new IllegalStateException("unexpected");
                },
                threads,
                () -> now,
                anyRate());
        CompletableFuture<Decision> decision = failing.of(token("a"), CLIENT).toCompletableFuture();

        threads.work();

        assertThat(decision).isCompletedWithValue(Decision.notKnown("the operator failed in it; see its log"));
        assertThat(failing.of(token("a"), CLIENT).toCompletableFuture()).isNotDone();
    }

    @Test
    void answersWaitingRequestsAtShutdown() {
        Decision ending = Decision.notKnown("the operator is about to end");
        CompletableFuture<Decision> decision = later("a");

        access.close();

        assertThat(decision).isCompletedWithValue(ending);
        assertThat(later("b")).isCompletedWithValue(ending);
    }

    @Test
    void reviewsFourTokensAtOnceAndQueues64() throws Exception {
        CountDownLatch answered = new CountDownLatch(1);
        AtomicInteger asking = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (MetricsAuthorizer real = new MetricsAuthorizer(
                review -> {
                    most.accumulateAndGet(asking.incrementAndGet(), Math::max);
                    await(answered);
                    asking.decrementAndGet();
                    return YamlText.manifest("{status: {authenticated: true, allowed: true, user: {username: u}}}");
                },
                () -> 0,
                anyRate())) {
            List<CompletableFuture<Decision>> decisions = IntStream.range(0, 1_000)
                    .mapToObj(i -> real.of(token("t" + i), CLIENT).toCompletableFuture())
                    .toList();

            assertThat(decisions.subList(0, 68)).noneMatch(CompletableFuture::isDone);
            assertThat(decisions.subList(68, 1_000))
                    .allSatisfy(decision -> assertThat(decision).isCompletedWithValue(CROWDED));

            answered.countDown();
            for (CompletableFuture<Decision> decision : decisions.subList(0, 68)) {
                assertThat(decision.get(30, TimeUnit.SECONDS)).isEqualTo(GRANTED);
            }
            assertThat(most).hasValueBetween(1, 4);
        }
    }

    private Decision ask(String token) {
        CompletableFuture<Decision> decision = later(token);
        threads.work();
        assertThat(decision).isCompleted();
        return decision.join();
    }

    private CompletableFuture<Decision> later(String token) {
        return access.of(token(token), CLIENT).toCompletableFuture();
    }

    private Decision review(BearerToken token) {
        reviewed.add(token.text());
        return next;
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
