// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static io.ccmoperator.status.Controller.CLOUD_CONFIG;
import static io.ccmoperator.status.Controller.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.status.Controller.TRUSTED_CA;
import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class FailureWindowTest {
    private static final ReconcileResult TRANSIENT = ReconcileResult.transientFailure("no answer");

    private static Instant at(long second) {
        return SteppedClock.START.plusSeconds(second);
    }

    private static FailureWindow failingAt(Controller controller, long... seconds) {
        FailureWindow window = controller.failureWindow();
        for (long second : seconds) {
            window = window.after(TRANSIENT, at(second));
        }
        return window;
    }

    @ParameterizedTest
    @CsvSource({"CLOUD_CONTROLLER_MANAGER, 150", "CLOUD_CONFIG, 120", "TRUSTED_CA, 120"})
    void degradesTransientFailureAfterTolerance(Controller controller, long tolerance) {
        FailureWindow window = failingAt(controller, 0, 1, 3, 60, tolerance - 1);

        assertThat(window.isDegraded(at(tolerance - 1))).isFalse();
        assertThat(window.nextCheck(at(tolerance - 1))).contains(at(tolerance));
        assertThat(window.isDegraded(at(tolerance))).isTrue();
        assertThat(window.nextCheck(at(tolerance))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void degradesSingleFailureWithoutFurtherResult(Controller controller) {
        Instant due = failingAt(controller, 0).nextCheck(at(0)).orElseThrow();

        assertThat(failingAt(controller, 0).isDegraded(due.minusNanos(1))).isFalse();
        assertThat(failingAt(controller, 0).isDegraded(due)).isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void degradesTerminalFailureAtOnceAndCountsIt(Controller controller) {
        FailureWindow terminal = controller.failureWindow().after(ReconcileResult.terminalFailure("bad"), at(0));

        assertThat(terminal.isDegraded(at(0))).isTrue();
        assertThat(terminal.nextCheck(at(0))).isEmpty();
        assertThat(terminal.after(TRANSIENT, at(100)).isDegraded(at(100))).isFalse();
        assertThat(terminal.after(TRANSIENT, at(100)).after(TRANSIENT, at(150)).isDegraded(at(150)))
                .isTrue();
    }

    @ParameterizedTest
    @EnumSource
    void resetsOnSuccessAndProgress(Controller controller) {
        for (ReconcileResult success :
                Arrays.asList(ReconcileResult.converged(), new ReconcileResult.Progressing("rollout"))) {
            FailureWindow window =
                    failingAt(controller, 0, 100).after(success, at(101)).after(TRANSIENT, at(102));

            assertThat(window.isDegraded(at(200))).isFalse();
            assertThat(window.failing().orElseThrow().first()).isEqualTo(at(102));
        }
    }

    @ParameterizedTest
    @EnumSource
    void neitherStartsNorResetsWhileWaiting(Controller controller) {
        ReconcileResult waiting = new ReconcileResult.Waiting("an event");

        assertThat(controller.failureWindow().after(waiting, at(0))).isEqualTo(controller.failureWindow());
        assertThat(failingAt(controller, 0).after(waiting, at(60))).isEqualTo(failingAt(controller, 0));
    }

    @Test
    void degradesAtOnceByFailureThatHasLasted() {
        FailureWindow window = CLOUD_CONTROLLER_MANAGER
                .failureWindow()
                .after(
                        new ReconcileResult.Degraded(
                                "cause", ReconcileResult.Kind.LASTING, FailureReason.WORKLOAD_FAILING),
                        at(0));

        assertThat(window.isDegraded(at(0))).isTrue();
    }

    @Test
    void restartsCountOfTrustedCaAfterLongPause() {
        assertThat(failingAt(TRUSTED_CA, 0, 149).isDegraded(at(149))).isTrue();
        assertThat(failingAt(TRUSTED_CA, 0, 150).isDegraded(at(150))).isFalse();
        assertThat(failingAt(TRUSTED_CA, 0, 150).nextCheck(at(150))).contains(at(270));
        assertThat(failingAt(TRUSTED_CA, 0, 150, 270).isDegraded(at(270))).isTrue();
    }

    @Test
    void keepsCountOfOtherControllers() {
        assertThat(failingAt(CLOUD_CONFIG, 0, 100_000).isDegraded(at(100_000))).isTrue();
        assertThat(failingAt(CLOUD_CONTROLLER_MANAGER, 0, 100_000).isDegraded(at(100_000)))
                .isTrue();
    }

    @Test
    void restartsCountWhenClockIsSetBack() {
        FailureWindow window = failingAt(CLOUD_CONFIG, 10_000, 0);

        assertThat(window.nextCheck(at(0))).contains(at(120));
        assertThat(window.isDegraded(at(120))).isTrue();
    }
}
