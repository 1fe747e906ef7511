// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.status.ReconcileResult.Degraded;
import io.ccmoperator.status.ReconcileResult.Waiting;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The duration of the failures of a controller. A transient failure degrades when it has
 * lasted for the tolerance, counted from the first failure without a success in between.
 *
 * @param tolerance how long failures may last before they degrade
 * @param resetAfter when this much time passed since the last failure, the next one is the first again; empty: never
 * @param failing the failures of now, if any
 */
record FailureWindow(Duration tolerance, Optional<Duration> resetAfter, Optional<Failing> failing) {
    /**
     * Failures without a success in between.
     *
     * @param first when they began
     * @param last the last one so far
     * @param atOnce whether the last one degrades however short it has lasted
     */
    public record Failing(Instant first, Instant last, boolean atOnce) {}

    /** A window in which nothing has failed yet. */
    public static FailureWindow of(Duration tolerance, Optional<Duration> resetAfter) {
        return new FailureWindow(tolerance, resetAfter, Optional.empty());
    }

    /** The window after a result. Success clears it, and waiting leaves it as it is. */
    public FailureWindow after(ReconcileResult result, Instant now) {
        if (result instanceof Degraded failure) {
            Instant first = running(now).map(Failing::first).orElse(now);
            boolean atOnce = failure.kind() != ReconcileResult.Kind.TRANSIENT;
            return with(Optional.of(new Failing(first, now, atOnce)));
        }
        return result instanceof Waiting ? this : with(Optional.empty());
    }

    /** Whether the failures have to be reported by now. */
    boolean isDegraded(Instant now) {
        return running(now)
                .filter(failures -> failures.atOnce() || !now.isBefore(deadline(failures)))
                .isPresent();
    }

    /** When {@link #isDegraded} may change without any event; empty if it cannot. */
    public Optional<Instant> nextCheck(Instant now) {
        return isDegraded(now) ? Optional.empty() : running(now).map(this::deadline);
    }

    private Optional<Failing> running(Instant now) {
        return failing.filter(failures -> !isReset(failures, now));
    }

    private boolean isReset(Failing failures, Instant now) {
        // A clock that was set back says nothing about how long the failures have lasted.
        return now.isBefore(failures.last())
                || resetAfter
                        .filter(time -> !now.isBefore(failures.last().plus(time)))
                        .isPresent();
    }

    private Instant deadline(Failing failures) {
        return failures.first().plus(tolerance);
    }

    private FailureWindow with(Optional<Failing> failures) {
        return new FailureWindow(tolerance, resetAfter, failures);
    }
}
