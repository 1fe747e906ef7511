// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ContentionTest {
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    private static Contention corrected(int times, Duration apart) {
        Contention corrections = Contention.NONE;
        for (int correction = 0; correction < times; correction++) {
            corrections = corrections.add(START.plus(apart.multipliedBy(correction)));
        }
        return corrections;
    }

    @Test
    void allowsTenCorrectionsWithinMinute() {
        Contention corrections = corrected(10, Duration.ofSeconds(1));

        assertThat(corrections.isContested(START.plusSeconds(9))).isFalse();
        assertThat(corrections.delay(START.plusSeconds(9))).isZero();
    }

    @Test
    void ignoresCorrectionsOlderThanMinute() {
        Contention corrections = corrected(100, Duration.ofSeconds(6));

        assertThat(corrections.isContested(START.plusSeconds(594))).isFalse();
        assertThat(corrections.recent()).hasSizeLessThanOrEqualTo(Contention.LIMIT);
    }

    @Test
    void delaysCorrectionAfterMoreThanTenWithinMinute() {
        Contention corrections = corrected(11, Duration.ofSeconds(1));
        Instant last = START.plusSeconds(10);

        assertThat(corrections.isContested(last)).isTrue();
        assertThat(corrections.delay(last)).isEqualTo(Duration.ofSeconds(5));
        assertThat(corrections.delay(last.plusSeconds(2))).isEqualTo(Duration.ofSeconds(3));
        assertThat(corrections.delay(last.plusSeconds(5))).isZero();
    }

    @Test
    void doublesDelayUpToMinuteWhileObjectIsContested() {
        Contention corrections = corrected(11, Duration.ofSeconds(1));
        Instant now = START.plusSeconds(10);
        List<Long> delays = new ArrayList<>();

        for (int correction = 0; correction < 6; correction++) {
            delays.add(corrections.delay(now).toSeconds());
            now = now.plus(corrections.delay(now));
            corrections = corrections.add(now);
        }

        assertThat(delays).containsExactly(5L, 10L, 20L, 40L, 60L, 60L);
    }

    @Test
    void endsContestAfterMinuteWithoutCorrection() {
        Contention corrections = corrected(11, Duration.ofSeconds(1));
        Instant quiet = START.plusSeconds(10 + 5 + 60);

        assertThat(corrections.isContested(quiet.minusSeconds(1))).isTrue();
        assertThat(corrections.isContested(quiet)).isFalse();
        assertThat(corrections.add(quiet).delay(quiet)).isZero();
    }

    @Test
    void forgetsWaitAndLaterCorrectionsWhenClockIsSetBack() {
        Contention corrections = corrected(11, Duration.ofSeconds(1));
        Instant earlier = START.minus(Duration.ofHours(1));

        assertThat(corrections.delay(earlier)).isZero();
        assertThat(corrections.add(earlier).recent()).containsExactly(earlier);
    }
}
