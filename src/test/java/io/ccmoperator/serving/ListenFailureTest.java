/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.runtime.QuarkusBindException;
import java.io.IOException;
import java.net.BindException;
import java.net.UnknownHostException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class ListenFailureTest {
    private static final ListenAddress HEALTH = new ListenAddress("127.0.0.1", 9259);
    private static final MetricsSettings METRICS =
            new MetricsSettings(Optional.of(new ListenAddress("0.0.0.0", 9258)), Path.of("certificates"));
    private static final BindException TAKEN = new BindException("Address already in use");

    private static Optional<String> line(Throwable cause) {
        return ListenFailure.of(
                new RuntimeException("Unable to start HTTP server", new ExecutionException(cause)), HEALTH, METRICS);
    }

    @Test
    void namesTheFlagOfTheHealthEndpoint() {
        assertThat(line(new QuarkusBindException("127.0.0.1", 9259, TAKEN)))
                .contains("--health-addr: cannot listen on 127.0.0.1:9259: Address already in use; free the address, or"
                        + " choose another one");
        assertThat(line(new UnknownHostException("nowhere.example")))
                .contains("--health-addr: cannot listen on 127.0.0.1:9259: nowhere.example; free the address, or"
                        + " choose another one");
    }

    @Test
    void namesTheFlagOfTheMetricsEndpoint() {
        assertThat(line(new IllegalStateException("Unable to start the management interface on 0.0.0.0:9258", TAKEN)))
                .contains("--metrics-bind-address: cannot listen on 0.0.0.0:9258: Address already in use; free the"
                        + " address, or choose another one");
    }

    @Test
    void leavesOtherFailuresToTheLog() {
        assertThat(line(new IllegalStateException("configuration"))).isEmpty();
        assertThat(line(new IOException("a file"))).isEmpty();
    }
}
