// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Wall clocks that are wrong, or jump: nothing depends on them. */
class WallClockTest {
    private final Scene scene = new Scene();

    @AfterEach
    void close() {
        scene.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1000H", "PT-138S", "PT-20S", "PT0S", "PT20S", "PT138S", "PT1000H"})
    void neitherTakesLiveLeaseNorLeavesDeadOneWithSkewedClock(Duration skew) {
        Participant a = scene.started("a");
        Participant b = scene.process("b", skew);
        b.election.start();

        scene.seconds(3600);
        assertThat(a.notifications).containsExactly("started");
        assertThat(b.notifications).isEmpty();
        a.machine.kill();
        scene.seconds(136 - 26);
        assertThat(b.notifications).isEmpty();
        scene.seconds(26 + 26 + 1);
        assertThat(b.notifications).containsExactly("started");
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1000H", "PT-138S", "PT-26S", "PT-20S", "PT20S", "PT138S", "PT1000H"})
    void ignoresJumpsOfEitherClock(Duration jump) {
        Participant a = scene.started("a");
        Participant b = scene.started("b");
        for (int i = 0; i < 20; i++) {
            scene.seconds(26);
            a.jump(jump);
            scene.seconds(26);
            b.jump(jump);
        }

        assertThat(a.notifications).containsExactly("started");
        assertThat(a.leads()).isTrue();
        assertThat(b.notifications).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-26S"})
    void keepsLeaseWhenClockStandsStill(Duration setBack) {
        Participant a = scene.started("a");
        Participant b = scene.started("b");
        for (int i = 0; i < 20; i++) {
            scene.seconds(25);
            a.jump(setBack);
            scene.seconds(1);
        }

        assertThat(a.leads()).isTrue();
        assertThat(b.notifications).isEmpty();
    }
}
