// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

/** Development mode cannot start; the message says on one line why, and what to do. */
final class DevModeException extends RuntimeException {
    private static final long serialVersionUID = 1;

    DevModeException(String message) {
        super(message);
    }

    DevModeException(String message, Throwable cause) {
        super(message, cause);
    }
}
