// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesMinor;
import io.ccmoperator.cluster.OnChange;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * The minor version of Kubernetes that an API server says of itself. It is read when it is asked for, and again after nine minutes: the
 * controllers run at least every ten minutes, so that an upgrade is noticed within that time without a request of its own. Where it cannot be
 * read, the last answer is valid, and the server is asked again after a minute. A lower version than before does not count as long as the process
 * runs: while several servers are upgraded each answers for itself, and what depends on the version must not change to and fro.
 */
public final class ServerVersion implements Supplier<Optional<KubernetesMinor>> {
    private static final Logger LOG = Logger.getLogger(ServerVersion.class);
    private static final Duration VALID = Duration.ofMinutes(9);
    private static final Duration AGAIN = Duration.ofMinutes(1);

    private final Supplier<KubernetesMinor> server;
    private final Clock clock;
    private final OnChange<String> logFailure =
            OnChange.ofFault(cause -> LOG.warn("the version of the API server cannot be read, " + cause));
    private Instant due = Instant.MIN;
    private Optional<KubernetesMinor> known = Optional.empty();

    /** @param server sends the request; throws {@link ApiException} for an error or a missing response */
    public ServerVersion(Supplier<KubernetesMinor> server, Clock clock) {
        this.server = server;
        this.clock = clock;
    }

    /** The version; empty as long as it could never be read. */
    @Override
    public synchronized Optional<KubernetesMinor> get() {
        Instant now = clock.instant();
        if (now.isBefore(due)) {
            return known;
        }
        try {
            KubernetesMinor answer = server.get();
            known = known.filter(version -> version.compareTo(answer) > 0).or(() -> Optional.of(answer));
            due = now.plus(VALID);
            logFailure.accept("");
        } catch (ApiException e) {
            due = now.plus(AGAIN);
            logFailure.accept(known.map(version -> version + " is assumed: ").orElse("no image can be chosen by it: ")
                    + e.getMessage());
        }
        return known;
    }
}
