// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.LogLines;
import io.ccmoperator.assets.KubernetesMinor;
import io.ccmoperator.status.SteppedClock;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ServerVersionTest {
    private static final KubernetesMinor OLD = new KubernetesMinor(1, 35);
    private static final KubernetesMinor NEW = new KubernetesMinor(1, 36);

    private final SteppedClock clock = new SteppedClock();
    private KubernetesMinor answer = OLD;
    private boolean fails;
    private int requests;

    private final ServerVersion version = new ServerVersion(
            () -> {
                requests++;
                if (fails) {
                    throw new ApiException(403, "get /version: forbidden", null);
                }
                return answer;
            },
            clock);

    /** The controllers run at least every ten minutes. */
    @Test
    void noticesUpgradeWithinTenMinutesWithoutRequestAtEachReconcile() {
        assertThat(version.get()).contains(OLD);
        answer = NEW;

        assertThat(version.get()).contains(OLD);
        clock.advance(Duration.ofMinutes(8));
        assertThat(version.get()).contains(OLD);
        assertThat(requests).isEqualTo(1);
        clock.advance(Duration.ofMinutes(2));
        assertThat(version.get()).contains(NEW);
        assertThat(requests).isEqualTo(2);
    }

    /** Each of several servers answers for itself while they are upgraded: an image must not change to and fro. */
    @Test
    void keepsNewerVersionWhileOlderServerAnswers() {
        answer = NEW;
        version.get();
        answer = OLD;
        clock.advance(Duration.ofMinutes(10));

        assertThat(version.get()).contains(NEW);
        assertThat(requests).isEqualTo(2);
    }

    @Test
    void keepsLastAnswerWhileServerDoesNotSay() {
        version.get();
        fails = true;
        clock.advance(Duration.ofMinutes(10));

        assertThat(version.get()).contains(OLD);
        assertThat(version.get()).contains(OLD);
        assertThat(requests).as("not at each reconcile").isEqualTo(2);
    }

    @Test
    void asksAgainSoonWhereItWasNeverKnown() {
        fails = true;

        assertThat(version.get()).isEmpty();
        fails = false;
        assertThat(version.get()).isEmpty();
        clock.advance(Duration.ofMinutes(1));
        assertThat(version.get()).contains(OLD);
    }

    @Test
    void logsFailureOnceUntilNextAnswer() {
        try (LogLines log = LogLines.of(ServerVersion.class)) {
            for (boolean next : new boolean[] {true, true, true, false, true}) {
                fails = next;
                version.get();
                clock.advance(Duration.ofMinutes(10));
            }

            assertThat(log.warnings()).hasSize(2);
        }
    }
}
