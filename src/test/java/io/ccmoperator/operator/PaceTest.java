/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.status.ReconcileResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final ReconcileResult FAILURE = ReconcileResult.transientFailure("the API server is away");

    @Test
    void transientFailuresAreTriedAgainAfterOneSecondTwoSecondsAndSoOnUpToOneMinute() {
        List<Long> seconds = new ArrayList<>();
        Pace pace = Pace.START;
        for (int i = 0; i < 9; i++) {
            pace = pace.after(FAILURE);
            seconds.add(pace.pause(FAILURE).orElseThrow().toSeconds());
        }

        assertThat(seconds).containsExactly(1L, 2L, 4L, 8L, 16L, 32L, 60L, 60L, 60L);
    }

    @Test
    void anyOtherResultBeginsTheCountAnew() {
        Pace pace = Pace.START.after(FAILURE).after(FAILURE).after(ReconcileResult.converged());

        assertThat(pace.after(FAILURE).pause(FAILURE)).contains(Duration.ofSeconds(1));
    }

    @Test
    void aTerminalFailureWaitsForAnEvent() {
        ReconcileResult terminal = ReconcileResult.terminalFailure("images.json is broken");

        assertThat(Pace.START.after(terminal).pause(terminal)).isEmpty();
    }

    @Test
    void aRolloutIsLookedAtWithinHalfAMinuteAndEverythingEveryTenMinutes() {
        ReconcileResult progress = new ReconcileResult.Progressing("Rolling out Deployment x");

        assertThat(Pace.START.after(progress).pause(progress)).contains(Duration.ofSeconds(30));
        assertThat(Pace.START.pause(ReconcileResult.converged())).contains(Duration.ofMinutes(10));
    }
}
