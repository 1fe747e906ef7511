// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DriftMemoryTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private static final Optional<String> WRITTEN = Optional.empty();
    private static final Optional<String> UNCHANGED = Optional.of("live");

    private final DriftMemory<String> memory = new DriftMemory<>();

    @Test
    void ignoresFirstWrite() {
        assertThat(memory.settle("a", "desired", WRITTEN, NOW)).isFalse();
    }

    @Test
    void countsWriteOfUnchangedDesiredState() {
        memory.settle("a", "desired", UNCHANGED, NOW);

        assertThat(memory.settle("a", "desired", WRITTEN, NOW)).isTrue();
        assertThat(memory.settle("a", "desired", WRITTEN, NOW)).isTrue();
    }

    @Test
    void countsNothingWithoutWrite() {
        memory.settle("a", "desired", WRITTEN, NOW);

        assertThat(memory.settle("a", "desired", UNCHANGED, NOW)).isFalse();
    }

    @Test
    void ignoresWriteOfChangedDesiredState() {
        memory.settle("a", "desired", WRITTEN, NOW);

        assertThat(memory.settle("a", "otherwise", WRITTEN, NOW)).isFalse();
        assertThat(memory.settle("a", "otherwise", WRITTEN, NOW)).isTrue();
    }

    @Test
    void knowsOnlyWhatWasComparedWithoutWrite() {
        memory.settle("a", "desired", UNCHANGED, NOW);
        memory.settle("b", "desired", WRITTEN, NOW);

        assertThat(memory.isSettled("a", "desired", UNCHANGED)).isTrue();
        assertThat(memory.isSettled("a", "otherwise", UNCHANGED)).isFalse();
        assertThat(memory.isSettled("a", "desired", Optional.of("changed"))).isFalse();
        assertThat(memory.isSettled("a", "desired", Optional.empty())).isFalse();
        assertThat(memory.isSettled("b", "desired", UNCHANGED)).isFalse();
        assertThat(memory.isSettled("b", "desired", Optional.empty())).isFalse();
    }

    @Test
    void forgetsObjectThatIsNoLongerDesired() {
        memory.settle("a", "desired", WRITTEN, NOW);
        memory.settle("b", "desired", WRITTEN, NOW);

        memory.retain(Set.of("b"));

        assertThat(memory.settle("a", "desired", WRITTEN, NOW)).isFalse();
        assertThat(memory.settle("b", "desired", WRITTEN, NOW)).isTrue();
    }

    @Test
    void delaysOnlyCorrectionsOfContestedObject() {
        memory.settle("a", "desired", WRITTEN, NOW);
        for (int correction = 1; correction <= Contention.LIMIT; correction++) {
            memory.settle("a", "desired", WRITTEN, NOW);
        }
        assertThat(memory.delayOfCorrection("a", NOW)).isZero();

        memory.settle("a", "desired", WRITTEN, NOW);

        assertThat(memory.isContested("a", NOW)).isTrue();
        assertThat(memory.delayOfCorrection("a", NOW)).isPositive();
        assertThat(memory.delayOfChange("a", NOW)).isZero();
        assertThat(memory.delayOfCorrection("b", NOW)).isZero();
    }

    @Test
    void delaysChangesOfObjectWhoseDesiredStateNeverStays() {
        for (int change = 0; change <= Contention.LIMIT; change++) {
            memory.settle("a", "desired " + change, WRITTEN, NOW);
        }
        assertThat(memory.delayOfChange("a", NOW)).isZero();

        memory.settle("a", "desired at last", WRITTEN, NOW);

        assertThat(memory.isChange("a", "desired")).isTrue();
        assertThat(memory.isChange("a", "desired at last")).isFalse();
        assertThat(memory.delayOfChange("a", NOW)).isPositive();
        assertThat(memory.isContested("a", NOW)).isFalse();
    }
}
