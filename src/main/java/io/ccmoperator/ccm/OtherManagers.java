// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.cluster.OnChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/** Looks for {@link OtherManager}s at each resync, and often while there is one; a watch would report each renewal of a Lease. */
final class OtherManagers {
    private static final Logger LOG = Logger.getLogger(OtherManagers.class);

    /** Less than the time between two resyncs. */
    private static final Duration PAUSE = Duration.ofMinutes(9);

    /** A warning does not outlive by more what it is about. */
    private static final Duration PAUSE_WHILE_WARNING = Duration.ofSeconds(30);

    private final ClusterAccess cluster;
    private final String managedNamespace;
    private final Consumer<Duration> again;
    private final OnChange<String> logFailure =
            OnChange.ofFault(cause -> LOG.warn("cannot look for other cloud controller managers, retrying: " + cause));
    private String provider = "";
    private List<String> warnings = List.of();
    private Instant due = Instant.MIN;

    /** @param again triggers a reconcile after this time */
    OtherManagers(ClusterAccess cluster, String managedNamespace, Consumer<Duration> again) {
        this.cluster = cluster;
        this.managedNamespace = managedNamespace;
        this.again = again;
    }

    /**
     * A line if others run, by the last look.
     *
     * @param of the name of the provider, "" where there is none; empty while it is not known
     */
    List<String> warnings(Optional<String> of) {
        Instant now = cluster.clock().instant();
        String name = of.orElse(provider);
        if (!name.equals(provider) || !now.isBefore(due)) {
            provider = name;
            look(now);
            due = now.plus(warnings.isEmpty() ? PAUSE : PAUSE_WHILE_WARNING);
        }
        if (!warnings.isEmpty()) {
            again.accept(Duration.between(now, due));
        }
        return warnings;
    }

    private void look(Instant now) {
        try {
            warnings = provider.isEmpty()
                    ? List.of()
                    : OtherManager.warning(OtherManager.running(provider, managedNamespace, cluster.server()::get, now))
                            .stream()
                            .toList();
            logFailure.accept("");
        } catch (ApiException e) {
            logFailure.accept(e.getMessage());
        }
    }
}
