// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When a configuration is proven, by what is seen of the Lease. Times are seconds. */
class ProofTest {
    private static final Instant BEGIN = Instant.parse("2030-01-01T00:00:00Z");
    private static final PodMarks FIRST = new PodMarks(Optional.of("cloud-conf-a"), "");
    private static final PodMarks SECOND = new PodMarks(Optional.of("cloud-conf-b"), "");

    private final Proof proof = new Proof();

    private static Instant at(long second) {
        return BEGIN.plusSeconds(second);
    }

    private static Optional<LeaderLease> lease(String holder, long acquired, long renewed) {
        return Optional.of(new LeaderLease(holder, at(acquired), at(renewed), Duration.ofSeconds(137)));
    }

    private void observe(long second, Optional<LeaderLease> lease) {
        proof.observe(FIRST, lease, at(second));
    }

    @ParameterizedTest(name = "acquired at {0}, seen renewed at {1}, then at {2}: {3}")
    @CsvSource({
        "0, 60, 75, true",
        "0, 60, 74, false",
        // A process that follows another one sees it renewed once.
        "-9000, 60, 86, true",
        // The holder of before has ended, and no other one has renewed its Lease.
        "-9000, 60, 60, false",
        // Another one has just acquired it.
        "70, 60, 70, false",
    })
    void isProvenByRenewalAfterSeventyFiveSeconds(long acquired, long before, long after, boolean proven) {
        observe(100, lease("a", Math.min(acquired, before), before));
        assertThat(proof.isProven(FIRST)).as("at first sight").isFalse();

        observe(110, lease("a", acquired, after));

        assertThat(proof.isProven(FIRST)).isEqualTo(proven);
    }

    /** The holder may be a Pod of the former configuration. */
    @Test
    void beginsAnewWhilePodsAreReplaced() {
        observe(100, lease("a", 0, 90));
        proof.unsettle();
        observe(110, lease("a", 0, 100));
        assertThat(proof.isProven(FIRST)).isFalse();
        assertThat(proof.leads()).isFalse();

        observe(120, lease("a", 0, 110));
        assertThat(proof.isProven(FIRST)).isTrue();
    }

    @Test
    void remembersWhatIsProvenWhileAnotherOneIsNot() {
        observe(100, lease("a", 0, 90));
        observe(110, lease("a", 0, 100));
        proof.observe(SECOND, lease("b", 115, 118), at(120));
        proof.observe(SECOND, lease("b", 115, 128), at(130));

        assertThat(proof.isProven(FIRST)).isTrue();
        assertThat(proof.isProven(SECOND)).isFalse();
        assertThat(proof.leads()).isTrue();
    }

    @Test
    void isNotProvenByReleaseNorByLeaseThatCouldNotBeReadMeanwhile() {
        observe(100, lease("a", 0, 90));
        observe(110, lease("", 0, 100));
        assertThat(proof.leads()).isFalse();
        observe(120, Optional.empty());
        observe(130, lease("a", 0, 90));

        assertThat(proof.isProven(FIRST)).isFalse();
    }

    @Test
    void needsFifteenMinutesWithoutLease() {
        observe(0, Optional.empty());
        observe(15 * 60 - 1, Optional.empty());
        assertThat(proof.isProven(FIRST)).isFalse();

        observe(15 * 60, Optional.empty());

        assertThat(proof.isProven(FIRST)).isTrue();
    }

    @ParameterizedTest(name = "holder {0}, renewed at {1}, seen at {2} and {3}: {4}")
    @CsvSource({
        "a, 0, 10, 68, false",
        "a, 0, 10, 69, true",
        // It has only just been read.
        "a, 0, 70, 74, false",
        "a, 0, 70, 75, true",
        "'', 0, 1, 1, true",
    })
    void saysThatNoPodLeadsOnceRenewalsAreMissing(String holder, long renewed, long seen, long now, boolean without) {
        observe(seen, lease(holder, -100, renewed));
        observe(now, lease(holder, -100, renewed));

        assertThat(proof.withoutLeaderSince(at(now))).isEqualTo(without ? Optional.of(at(renewed)) : Optional.empty());
    }
}
