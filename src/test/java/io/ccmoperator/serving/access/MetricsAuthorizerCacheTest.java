// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import static io.ccmoperator.serving.access.Tokens.CLIENT;
import static io.ccmoperator.serving.access.Tokens.anyRate;
import static io.ccmoperator.serving.access.Tokens.token;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Which decisions are used again, and for how long. */
class MetricsAuthorizerCacheTest {
    private static final Decision FORBIDDEN = Decision.forbidden("u");

    /** Near the end of its range, where it overflows: the origin of System.nanoTime is not specified. */
    private static final long START = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos();

    private final LaterThreads threads = new LaterThreads(20_000);
    private Decision next = Decision.GRANTED;
    private long now = START;
    private final MetricsAuthorizer access = new MetricsAuthorizer(token -> next, threads, () -> now, anyRate());

    @Test
    void keepsAllowedDecisionFor60Seconds() {
        review("a", Decision.GRANTED, START);

        assertThat(known("a", at(60) - 1)).contains(Decision.GRANTED);
        assertThat(known("a", at(60))).isEmpty();
    }

    @Test
    void keepsDeniedDecisionFor10Seconds() {
        review("a", Decision.UNKNOWN_TOKEN, START);
        review("b", FORBIDDEN, START);

        assertThat(known("a", at(10) - 1)).contains(Decision.UNKNOWN_TOKEN);
        assertThat(known("b", at(10) - 1)).contains(FORBIDDEN);
        assertThat(known("a", at(10))).isEmpty();
        assertThat(known("b", at(10))).isEmpty();
    }

    @Test
    void keepsNoUndeterminedDecision() {
        review("a", Decision.notKnown("x"), START);

        assertThat(known("a", START)).isEmpty();
    }

    @Test
    void replacesPreviousDecision() {
        review("a", Decision.GRANTED, START);
        review("a", FORBIDDEN, at(60));
        assertThat(known("a", at(61))).contains(FORBIDDEN);

        review("a", Decision.GRANTED, at(71));
        assertThat(known("a", at(130))).contains(Decision.GRANTED);
    }

    @Test
    void forgetsOldestOf1000() {
        IntStream.rangeClosed(0, 1_000).forEach(i -> review("token" + i, Decision.GRANTED, at(1)));

        assertThat(known("token0", at(1))).isEmpty();
        assertThat(known("token1", at(1))).isPresent();
        assertThat(known("token1000", at(1))).isPresent();
        assertThat(IntStream.rangeClosed(0, 1_000)
                        .filter(i -> known("token" + i, at(1)).isPresent()))
                .hasSize(1_000);
    }

    @Test
    void movesRenewedDecisionToEnd() {
        review("token0", Decision.GRANTED, START);
        IntStream.range(1, 1_000).forEach(i -> review("token" + i, Decision.GRANTED, at(30)));
        review("token0", Decision.GRANTED, at(60));
        review("another", Decision.GRANTED, at(60));

        assertThat(known("token0", at(60))).isPresent();
        assertThat(known("token1", at(60))).isEmpty();
        assertThat(known("token2", at(60))).isPresent();
    }

    @Test
    void keepsAllowedDecisionsDespiteManyDeniedTokens() {
        review("right", Decision.GRANTED, START);
        IntStream.range(0, 10_000).forEach(i -> review("wrong" + i, Decision.UNKNOWN_TOKEN, at(1)));

        assertThat(known("right", at(1))).contains(Decision.GRANTED);
        assertThat(IntStream.range(0, 10_000)
                        .filter(i -> known("wrong" + i, at(1)).isPresent()))
                .hasSize(999);
    }

    @Test
    void forgetsExpiredDecisionsFirst() {
        IntStream.range(0, 1_000).forEach(i -> review("token" + i, Decision.GRANTED, START));
        review("wrong", Decision.UNKNOWN_TOKEN, at(60));

        assertThat(known("wrong", at(61))).contains(Decision.UNKNOWN_TOKEN);
    }

    /** Has a token reviewed. */
    private void review(String token, Decision decision, long at) {
        next = decision;
        assertThat(ask(token, at)).isNotDone();
        threads.work();
    }

    /** The decision on a token without a review; empty if it takes one. */
    private Optional<Decision> known(String token, long at) {
        return Optional.ofNullable(ask(token, at).getNow(null));
    }

    private CompletableFuture<Decision> ask(String token, long at) {
        now = at;
        return access.of(token(token), CLIENT).toCompletableFuture();
    }

    private static long at(int seconds) {
        return START + Duration.ofSeconds(seconds).toNanos();
    }
}
