// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.LogLines;
import io.ccmoperator.status.SteppedClock;
import io.vertx.core.http.HttpClosedException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ApiServerConnectivityTest {
    private static final String BEGINS = "WARN API server https://server/ unreachable, retrying: ";
    private static final Throwable REFUSED = new ConnectException("Connection refused");

    private final LogLines log = LogLines.of(ApiServerConnectivity.class);
    private final SteppedClock clock = new SteppedClock();
    private final ApiServerConnectivity connectivity =
            new ApiServerConnectivity("https://server/", Optional.empty(), clock);

    @AfterEach
    void closeLog() {
        log.close();
    }

    @Test
    void logsOutageOnceAndItsLengthAtItsEnd() {
        connectivity.unreachable(REFUSED);
        connectivity.unreachable(REFUSED);
        clock.advanceSeconds(90);
        connectivity.unreachable(REFUSED);
        connectivity.answered();
        connectivity.answered();

        assertThat(log.lines())
                .containsExactly(
                        BEGINS + "the connection was refused",
                        "INFO API server https://server/ answers again after 90 s");
    }

    @Test
    void logsOneLineForServerThatStopsInSteps() {
        connectivity.unreachable(new HttpClosedException("Connection was closed"));
        connectivity.unreachable(
                new SSLHandshakeException("Connection closed while SSL/TLS handshake was in progress"));
        connectivity.unreachable(REFUSED);
        connectivity.unreachable(new TimeoutException());

        assertThat(log.lines()).containsExactly(BEGINS + "the connection was closed");
    }

    @Test
    void logsEachReasonThatNeedsAnAdministratorOnceInAnOutage() {
        connectivity.unreachable(REFUSED);
        for (int i = 0; i < 2; i++) {
            connectivity.unreachable(new SSLHandshakeException("unable to find valid certification path"));
            connectivity.unreachable(new UnknownHostException("server"));
            connectivity.unreachable(REFUSED);
        }

        assertThat(log.lines())
                .containsExactly(
                        BEGINS + "the connection was refused",
                        BEGINS + "TLS failed: unable to find valid certification path; write"
                                + " certificate-authority-data of this cluster into the kubeconfig",
                        BEGINS
                                + "the name of the host is not known; check the cluster's server in the kubeconfig, and the"
                                + " network");
    }

    @Test
    void logsNextOutageWithItsOwnLength() {
        connectivity.unreachable(REFUSED);
        connectivity.answered();
        clock.advanceSeconds(1000);
        connectivity.unreachable(REFUSED);
        clock.advanceSeconds(2);
        connectivity.answered();

        assertThat(log.lines())
                .containsExactly(
                        BEGINS + "the connection was refused",
                        "INFO API server https://server/ answers again after 0 s",
                        BEGINS + "the connection was refused",
                        "INFO API server https://server/ answers again after 2 s");
    }

    @Test
    void logsNothingForAnswersWithoutOutage() {
        connectivity.answered();

        assertThat(log.lines()).isEmpty();
    }
}
