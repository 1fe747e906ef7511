// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.kubeconfig.ProxyServer;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;

/** Whether the API server answers: one log line when it stops and one when it answers again, for all requests together. */
final class ApiServerConnectivity {
    private static final Logger LOG = Logger.getLogger(ApiServerConnectivity.class);

    private final String server;
    private final Optional<ProxyServer> proxy;
    private final Clock clock;
    private final Set<String> reported = new HashSet<>();
    private Instant since;

    /** @param server the API server's address, for the log */
    ApiServerConnectivity(String server, Optional<ProxyServer> proxy, Clock clock) {
        this.server = server;
        this.proxy = proxy;
        this.clock = clock;
    }

    /**
     * A connection could not be made, or was cut off before an answer. A server that is stopped first closes connections,
     * then refuses them or stays silent: one line. That it cannot be trusted is another matter, and logged as well.
     */
    synchronized void unreachable(Throwable failure) {
        ConnectionFault fault = ConnectionFault.of(failure, proxy);
        boolean ofNetwork = ConnectionFault.isOfNetwork(failure);
        boolean begins = since == null;
        if (begins) {
            since = clock.instant();
        }
        if (reported.add(ofNetwork ? "" : fault.words()) || begins) {
            LOG.warnf(
                    "API server %s unreachable, retrying: %s",
                    server, ofNetwork ? fault.words() : fault.words() + "; " + fault.remedy());
        }
    }

    /** The server has answered, whatever it said. */
    synchronized void answered() {
        if (since != null) {
            LOG.infof(
                    "API server %s answers again after %d s",
                    server, Duration.between(since, clock.instant()).toSeconds());
            since = null;
            reported.clear();
        }
    }
}
