// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.text.MessageText;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The result of a reconcile of a controller. Messages are made one line of at most 1024 characters. */
public sealed interface ReconcileResult {
    /**
     * Everything is as desired.
     *
     * @param warnings what was left out or could not be followed, for the message of the conditions; mostly none
     * @param what the object that conditions name, on Kubernetes; empty if they name none
     */
    record Converged(List<String> warnings, Optional<String> what) implements ReconcileResult {
        /** Makes each warning one line. */
        public Converged {
            warnings = warnings.stream().map(MessageText::of).toList();
        }

        /** Of which conditions name no object. */
        public Converged(List<String> warnings) {
            this(warnings, Optional.empty());
        }
    }

    /** An administrator has taken over what the controller writes: nothing was read, written or deleted. */
    record Unmanaged() implements ReconcileResult {}

    /**
     * Something was written, or a workload is being rolled out.
     *
     * @param what what is being rolled out
     */
    record Progressing(String what) implements ReconcileResult {
        /**
         * Makes the message one line.
         *
         * @throws IllegalArgumentException if it is blank
         */
        public Progressing {
            what = MessageText.ofText(what);
        }
    }

    /**
     * The reconcile failed.
     *
     * @param cause names object and cause; the same message for the same cause, never the content of a secret
     * @param kind whether another try may help
     * @param reason for programs
     * @param unavailable whether no cloud controller manager works meanwhile: reported as not Available, too
     * @param otherwise the result but for what is wrong with the input; empty if the failure is all there is to say
     */
    record Degraded(
            String cause, Kind kind, FailureReason reason, boolean unavailable, Optional<ReconcileResult> otherwise)
            implements ReconcileResult {
        /**
         * Makes the cause one line.
         *
         * @throws IllegalArgumentException if it is blank
         */
        public Degraded {
            cause = MessageText.ofText(cause);
        }

        /** A failure that is all there is to say, and says nothing of what runs already. */
        public Degraded(String cause, Kind kind, FailureReason reason) {
            this(cause, kind, reason, false, Optional.empty());
        }

        /** The same without what the result would be otherwise. */
        public Degraded alone() {
            return new Degraded(cause, kind, reason, unavailable, Optional.empty());
        }

        /** The same with more to say of the cause. */
        public Degraded withMore(String more) {
            return new Degraded(cause + "; " + more, kind, reason, unavailable, otherwise);
        }

        /** The same while no cloud controller manager works. */
        public Degraded asUnavailable() {
            return new Degraded(cause, kind, reason, true, otherwise);
        }
    }

    /**
     * The reconcile cannot go on before an event arrives, and has nothing new to say.
     *
     * @param forWhat what is waited for, for the log
     */
    record Waiting(String forWhat) implements ReconcileResult {
        /**
         * Makes the message one line.
         *
         * @throws IllegalArgumentException if it is blank
         */
        public Waiting {
            forWhat = MessageText.ofText(forWhat);
        }
    }

    /** The result where something of the input is wrong, and the rest went on: what is not about the input is in {@code otherwise}. */
    default ReconcileResult with(List<InputFinding> findings) {
        if (findings.isEmpty()) {
            return this;
        }
        Stream<InputFinding> all = findings.stream();
        if (this instanceof Degraded failure) {
            all = Stream.concat(all, Stream.of(new InputFinding(failure.cause(), failure.kind(), failure.reason())));
        }
        List<InputFinding> causes = all.distinct().toList();
        InputFinding worst =
                causes.stream().max(Comparator.comparing(InputFinding::kind)).orElseThrow();
        return new Degraded(
                causes.stream().map(InputFinding::message).collect(Collectors.joining("; ")),
                worst.kind(),
                worst.reason(),
                this instanceof Degraded failure && failure.unavailable(),
                Optional.of(this));
    }

    /** The result with what is to be said of input that was taken all the same. */
    default ReconcileResult withWarnings(List<String> warnings) {
        if (warnings.isEmpty()) {
            return this;
        }
        if (this instanceof Degraded failure) {
            // What was taken may be the cause.
            return failure.withMore(String.join("; ", warnings));
        }
        return this instanceof Converged converged
                ? new Converged(
                        Stream.concat(converged.warnings().stream(), warnings.stream())
                                .toList(),
                        converged.what())
                : this;
    }

    /** Whether everything is as desired, but for input that was left out; of what is not managed, nothing is desired. */
    default boolean isConverged() {
        return this instanceof Converged
                || this instanceof Unmanaged
                || this instanceof Degraded failure
                        && failure.otherwise().map(ReconcileResult::isConverged).orElse(false);
    }

    /** The case, in one word for metrics: converged, unmanaged, progressing, waiting, transient_failure or terminal_failure. */
    default String word() {
        if (this instanceof Degraded failure) {
            return failure.kind() == Kind.TERMINAL ? "terminal_failure" : "transient_failure";
        } else if (this instanceof Waiting) {
            return "waiting";
        } else if (this instanceof Unmanaged) {
            return "unmanaged";
        }
        return this instanceof Progressing ? "progressing" : "converged";
    }

    /** All that {@link #word} says. */
    static List<String> words() {
        return List.of("converged", "unmanaged", "progressing", "waiting", "transient_failure", "terminal_failure");
    }

    /** Whether another try may help; the later one outweighs. */
    enum Kind {
        /** It may pass by itself: tried again, and degrades when it lasts. */
        TRANSIENT,
        /** It has lasted for some time when it is first reported: degrades at once, and is tried again. */
        LASTING,
        /** Bad input that only a change can fix: degrades at once, and is not retried until an event arrives, or a resync. */
        TERMINAL
    }

    /** Everything is as desired, without a warning. */
    static Converged converged() {
        return new Converged(List.of());
    }

    /** A failure that may pass by itself. */
    static Degraded transientFailure(String cause) {
        return new Degraded(cause, Kind.TRANSIENT, FailureReason.SYNCING_FAILED);
    }

    /** A failure that only a change of the input can fix. */
    static Degraded terminalFailure(String cause) {
        return new Degraded(cause, Kind.TERMINAL, FailureReason.INVALID_CONFIGURATION);
    }
}
