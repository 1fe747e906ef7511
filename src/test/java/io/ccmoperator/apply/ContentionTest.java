// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ContentionTest {
    private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

    private static Contention written(int times, long secondsApart) {
        Contention writes = Contention.NONE;
        for (int write = 0; write < times; write++) {
            writes = writes.add(at(write * secondsApart));
        }
        return writes;
    }

    private static Instant at(long second) {
        return START.plusSeconds(second);
    }

    @Test
    void allowsTwoWritesWithinMinute() {
        assertThat(written(2, 1).isContested(at(1))).isFalse();
        assertThat(written(2, 1).delay(at(1))).isZero();
    }

    @ParameterizedTest
    @CsvSource({"2, 10", "5, 7", "12, 0", "13, 0"})
    void delaysFromThirdWriteWithinMinuteOn(long now, long delay) {
        Contention writes = written(3, 1);

        assertThat(writes.isContested(at(now))).isTrue();
        assertThat(writes.delay(at(now))).isEqualTo(Duration.ofSeconds(delay));
    }

    @Test
    void ignoresWritesOlderThanMinute() {
        assertThat(written(100, 30).isContested(at(99 * 30))).isFalse();
        assertThat(written(100, 29).isContested(at(99 * 29))).isTrue();
    }

    @Test
    void staysContestedWhileEachDelayedWriteIsOverwritten() {
        Contention writes = written(3, 1);
        Instant now = at(2);
        for (int write = 0; write < 20; write++) {
            now = now.plus(writes.delay(now));
            writes = writes.add(now);
            assertThat(writes.delay(now)).isEqualTo(Duration.ofSeconds(10));
        }
        assertThat(writes.isContested(now.plusSeconds(39))).isTrue();
        assertThat(writes.isContested(now.plusSeconds(40))).isFalse();
    }

    @Test
    void forgetsLaterWritesWhenClockIsSetBack() {
        Contention writes = written(3, 1);
        Instant earlier = START.minus(Duration.ofHours(1));

        assertThat(writes.isContested(earlier)).isFalse();
        assertThat(writes.delay(earlier)).isZero();
        assertThat(writes.add(earlier).last()).containsExactly(earlier);
    }
}
