/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.apply;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import org.junit.jupiter.api.Test;

class DriftMemoryTest {
    private final DriftMemory<String> memory = new DriftMemory<>();

    @Test
    void ignoresFirstWrite() {
        assertThat(memory.settle("a", "desired", true)).isFalse();
    }

    @Test
    void countsWriteOfUnchangedDesiredState() {
        memory.settle("a", "desired", false);

        assertThat(memory.settle("a", "desired", true)).isTrue();
        assertThat(memory.settle("a", "desired", true)).isTrue();
    }

    @Test
    void countsNothingWithoutWrite() {
        memory.settle("a", "desired", true);

        assertThat(memory.settle("a", "desired", false)).isFalse();
    }

    @Test
    void ignoresWriteOfChangedDesiredState() {
        memory.settle("a", "desired", true);

        assertThat(memory.settle("a", "otherwise", true)).isFalse();
        assertThat(memory.settle("a", "otherwise", true)).isTrue();
    }

    @Test
    void forgetsObjectThatIsNoLongerDesired() {
        memory.settle("a", "desired", true);
        memory.settle("b", "desired", true);

        memory.retain(Set.of("b"));

        assertThat(memory.settle("a", "desired", true)).isFalse();
        assertThat(memory.settle("b", "desired", true)).isTrue();
    }
}
