// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.ccmoperator.status.ReconcileResult;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NextReconcileTest {
    private static Optional<Duration> delay(ReconcileResult result) throws TransientFailureException {
        UpdateControl<InfrastructureResource> control = NextReconcile.after(result);
        assertThat(control.isNoUpdate()).isTrue();
        return control.getScheduleDelay().map(Duration::ofMillis);
    }

    @Test
    void resyncsConvergedControllerEveryTenMinutes() throws TransientFailureException {
        assertThat(delay(ReconcileResult.converged())).contains(Duration.ofMinutes(10));
        assertThat(delay(new ReconcileResult.Converged(List.of("a warning")))).contains(Duration.ofMinutes(10));
    }

    @Test
    void resyncsRolloutEveryThirtySeconds() throws TransientFailureException {
        assertThat(delay(new ReconcileResult.Progressing("Rolling out Deployment x")))
                .contains(Duration.ofSeconds(30));
    }

    @Test
    void resyncsSoonWhileWaiting() throws TransientFailureException {
        assertThat(delay(new ReconcileResult.Waiting("the feature gates"))).contains(Duration.ofSeconds(10));
    }

    @Test
    void waitsForAnEventAfterTerminalFailure() throws TransientFailureException {
        assertThat(delay(ReconcileResult.terminalFailure("images.json is invalid")))
                .isEmpty();
    }

    @Test
    void leavesRetriesOfTransientFailureToTheSdk() {
        assertThatExceptionOfType(TransientFailureException.class)
                .isThrownBy(() -> NextReconcile.after(ReconcileResult.transientFailure("no answer")))
                .withMessage("no answer")
                .satisfies(failure -> assertThat(failure.getStackTrace()).isEmpty());
    }
}
