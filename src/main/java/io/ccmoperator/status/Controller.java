// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** The three controllers, by the names of the flag {@code --controllers}. */
public enum Controller {
    CLOUD_CONTROLLER_MANAGER("ccm", Duration.ofSeconds(150), Optional.empty()),
    CLOUD_CONFIG("cloud-config", Duration.ofMinutes(2), Optional.empty()),
    TRUSTED_CA("trusted-ca", Duration.ofMinutes(2), Optional.of(Duration.ofSeconds(150)));

    private final String text;
    private final Duration tolerance;
    private final Optional<Duration> resetAfter;

    Controller(String text, Duration tolerance, Optional<Duration> resetAfter) {
        this.text = text;
        this.tolerance = tolerance;
        this.resetAfter = resetAfter;
    }

    /** The controller of that name in the flag, if there is one. */
    public static Optional<Controller> of(String text) {
        return Arrays.stream(values())
                .filter(controller -> controller.text.equals(text))
                .findFirst();
    }

    /** All names. */
    public static List<String> names() {
        return Arrays.stream(values()).map(Controller::value).toList();
    }

    /** The name in the flag. */
    public String value() {
        return text;
    }

    /** A failure window with this controller's times, in which nothing has failed yet. */
    FailureWindow failureWindow() {
        return FailureWindow.of(tolerance, resetAfter);
    }
}
