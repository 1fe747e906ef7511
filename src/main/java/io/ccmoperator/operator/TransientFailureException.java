// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

/** Makes the SDK retry. It is reported and logged already, so it carries no stack trace. */
final class TransientFailureException extends Exception {
    private static final long serialVersionUID = 1L;

    TransientFailureException(String cause) {
        super(cause, null, false, false);
    }
}
