/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import io.ccmoperator.status.ReconcileResult;
import java.time.Duration;
import java.util.Optional;

/**
 * When a controller is run again although nothing happened.
 *
 * @param failures how many transient failures there were since the last other result
 */
record Pace(int failures) {
    static final Pace START = new Pace(0);

    private static final Duration FIRST_RETRY = Duration.ofSeconds(1);
    private static final Duration LAST_RETRY = Duration.ofSeconds(60);
    private static final Duration ROLLOUT = Duration.ofSeconds(30);
    private static final Duration WAITING = Duration.ofSeconds(10);
    private static final Duration RESYNC = Duration.ofMinutes(10);

    /** The pace after a result. */
    Pace after(ReconcileResult result) {
        return new Pace(isTransient(result) ? failures + 1 : 0);
    }

    /** How long to wait after the result that led to this pace; empty where only an event can change anything. */
    Optional<Duration> pause(ReconcileResult result) {
        if (isTransient(result)) {
            return Optional.of(retry());
        } else if (result instanceof ReconcileResult.Progressing) {
            return Optional.of(ROLLOUT);
        } else if (result instanceof ReconcileResult.Waiting) {
            // Costs no request; what is waited for may be a time.
            return Optional.of(WAITING);
        } else if (result instanceof ReconcileResult.Converged) {
            return Optional.of(RESYNC);
        }
        return Optional.empty();
    }

    private Duration retry() {
        int doublings = Math.min(failures - 1, 6);
        Duration retry = FIRST_RETRY.multipliedBy(1L << doublings);
        return retry.compareTo(LAST_RETRY) < 0 ? retry : LAST_RETRY;
    }

    private static boolean isTransient(ReconcileResult result) {
        return result instanceof ReconcileResult.Degraded degraded && degraded.kind() == ReconcileResult.Kind.TRANSIENT;
    }
}
