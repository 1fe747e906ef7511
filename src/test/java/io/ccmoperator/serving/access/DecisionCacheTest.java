// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class DecisionCacheTest {
    private static final AuthorizationDecision GRANTED = new AuthorizationDecision.Granted();
    private static final AuthorizationDecision UNKNOWN = new AuthorizationDecision.UnknownToken();
    private static final AuthorizationDecision FORBIDDEN = new AuthorizationDecision.Forbidden("u");

    /** Near the end of its range, where it overflows: the origin of System.nanoTime is not specified. */
    private static final long START = Long.MAX_VALUE - Duration.ofSeconds(5).toNanos();

    private final DecisionCache memory = new DecisionCache();

    @Test
    void keepsAllowedDecisionFor60Seconds() {
        memory.keep("a", GRANTED, START);

        assertThat(memory.of("a", at(60) - 1)).contains(GRANTED);
        assertThat(memory.of("a", at(60))).isEmpty();
        assertThat(memory.size()).isZero();
    }

    @Test
    void keepsDeniedDecisionFor10Seconds() {
        memory.keep("a", UNKNOWN, START);
        memory.keep("b", FORBIDDEN, START);

        assertThat(memory.of("a", at(10) - 1)).contains(UNKNOWN);
        assertThat(memory.of("b", at(10) - 1)).contains(FORBIDDEN);
        assertThat(memory.of("a", at(10))).isEmpty();
        assertThat(memory.of("b", at(10))).isEmpty();
    }

    @Test
    void keepsNoUndeterminedDecision() {
        memory.keep("a", new AuthorizationDecision.NotKnown("x"), START);

        assertThat(memory.of("a", START)).isEmpty();
        assertThat(memory.size()).isZero();
    }

    @Test
    void replacesPreviousDecision() {
        memory.keep("a", GRANTED, START);
        memory.keep("a", FORBIDDEN, at(1));
        assertThat(memory.of("a", at(2))).contains(FORBIDDEN);
        assertThat(memory.of("a", at(12))).isEmpty();

        memory.keep("a", GRANTED, at(12));
        assertThat(memory.of("a", at(71))).contains(GRANTED);
        assertThat(memory.size()).isEqualTo(1);
    }

    @Test
    void forgetsOldestOf1000() {
        IntStream.rangeClosed(0, 1_000).forEach(i -> memory.keep("token " + i, GRANTED, at(1)));

        assertThat(memory.size()).isEqualTo(1_000);
        assertThat(memory.of("token 0", at(1))).isEmpty();
        assertThat(memory.of("token 1", at(1))).isPresent();
        assertThat(memory.of("token 1000", at(1))).isPresent();
    }

    @Test
    void movesRenewedDecisionToEnd() {
        IntStream.range(0, 1_000).forEach(i -> memory.keep("token " + i, GRANTED, START));
        memory.keep("token 0", GRANTED, at(1));
        memory.keep("another", GRANTED, at(1));

        assertThat(memory.of("token 0", at(1))).isPresent();
        assertThat(memory.of("token 1", at(1))).isEmpty();
    }

    @Test
    void keepsAllowedDecisionsDespiteManyDeniedTokens() {
        memory.keep("right", GRANTED, START);
        IntStream.range(0, 10_000).forEach(i -> memory.keep("wrong " + i, UNKNOWN, at(1)));

        assertThat(memory.of("right", at(1))).contains(GRANTED);
        assertThat(memory.size()).isEqualTo(1_001);
    }

    private static long at(int seconds) {
        return START + Duration.ofSeconds(seconds).toNanos();
    }
}
