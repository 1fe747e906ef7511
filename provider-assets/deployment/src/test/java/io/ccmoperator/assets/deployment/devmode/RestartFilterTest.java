// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.logging.Level;
import java.util.logging.LogRecord;
import org.junit.jupiter.api.Test;

class RestartFilterTest {
    private final RestartFilter filter = new RestartFilter();

    @Test
    void dropsFailedRequestOfDevUi() {
        assertThat(filter.isLoggable(failure("/q/dev-ui/ccm-provider-assets-data.js", "id")))
                .isFalse();
    }

    @Test
    void keepsOtherFailures() {
        assertThat(filter.isLoggable(failure("/metrics", "id"))).isTrue();
        assertThat(filter.isLoggable(new LogRecord(Level.SEVERE, "without parameters")))
                .isTrue();
    }

    private static LogRecord failure(Object... parameters) {
        LogRecord failure = new LogRecord(Level.SEVERE, "HTTP Request to %s failed, error id: %s");
        failure.setParameters(parameters);
        return failure;
    }
}
