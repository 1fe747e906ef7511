// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static io.ccmoperator.status.FailureReason.INVALID_CONFIGURATION;
import static io.ccmoperator.status.FailureReason.SYNCING_FAILED;

import io.ccmoperator.status.ReconcileResult.Kind;
import java.util.Collection;
import java.util.List;

/**
 * Something of the input that is wrong. What does not depend on it is applied all the same.
 *
 * @param message names the object or file, the place in it and the remedy; the same for the same cause, never the content of a secret
 * @param kind whether it may pass by itself
 * @param reason for programs
 */
public record InputFinding(String message, Kind kind, FailureReason reason) {
    /** What only a change of the input can fix. */
    public static InputFinding lasting(String message) {
        return lasting(message, INVALID_CONFIGURATION);
    }

    /** The same with a reason of its own. */
    public static InputFinding lasting(String message, FailureReason reason) {
        return new InputFinding(message, Kind.TERMINAL, reason);
    }

    /** What may pass by itself. */
    public static InputFinding passing(String message) {
        return new InputFinding(message, Kind.TRANSIENT, SYNCING_FAILED);
    }

    /** Each of some messages about what only a change of the input can fix. */
    public static List<InputFinding> lasting(Collection<String> messages) {
        return messages.stream().map(InputFinding::lasting).toList();
    }
}
