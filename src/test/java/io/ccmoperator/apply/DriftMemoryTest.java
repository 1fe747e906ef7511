/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DriftMemoryTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private final DriftMemory<String> memory = new DriftMemory<>();

    @Test
    void ignoresFirstWrite() {
        assertThat(memory.settle("a", "desired", true, NOW)).isFalse();
    }

    @Test
    void countsWriteOfUnchangedDesiredState() {
        memory.settle("a", "desired", false, NOW);

        assertThat(memory.settle("a", "desired", true, NOW)).isTrue();
        assertThat(memory.settle("a", "desired", true, NOW)).isTrue();
    }

    @Test
    void countsNothingWithoutWrite() {
        memory.settle("a", "desired", true, NOW);

        assertThat(memory.settle("a", "desired", false, NOW)).isFalse();
    }

    @Test
    void ignoresWriteOfChangedDesiredState() {
        memory.settle("a", "desired", true, NOW);

        assertThat(memory.settle("a", "otherwise", true, NOW)).isFalse();
        assertThat(memory.settle("a", "otherwise", true, NOW)).isTrue();
    }

    @Test
    void forgetsObjectThatIsNoLongerDesired() {
        memory.settle("a", "desired", true, NOW);
        memory.settle("b", "desired", true, NOW);

        memory.retain(Set.of("b"));

        assertThat(memory.settle("a", "desired", true, NOW)).isFalse();
        assertThat(memory.settle("b", "desired", true, NOW)).isTrue();
    }

    @Test
    void delaysOnlyCorrectionsOfContestedObject() {
        memory.settle("a", "desired", true, NOW);
        for (int correction = 1; correction <= Contention.LIMIT; correction++) {
            memory.settle("a", "desired", true, NOW);
        }
        assertThat(memory.delay("a", "desired", NOW)).isZero();

        memory.settle("a", "desired", true, NOW);

        assertThat(memory.isContested("a", NOW)).isTrue();
        assertThat(memory.delay("a", "desired", NOW)).isPositive();
        assertThat(memory.delay("a", "otherwise", NOW)).isZero();
        assertThat(memory.delay("b", "desired", NOW)).isZero();
    }
}
