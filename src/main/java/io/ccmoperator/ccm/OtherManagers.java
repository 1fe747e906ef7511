// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.cluster.OnChange;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/** Looks for {@link OtherManager}s at each resync; a watch would report each renewal of a Lease. */
final class OtherManagers {
    private static final Logger LOG = Logger.getLogger(OtherManagers.class);

    /** Less than the time between two resyncs. */
    private static final Duration PAUSE = Duration.ofMinutes(9);

    private final ClusterAccess cluster;
    private final String managedNamespace;
    private final OnChange<String> logFailure =
            OnChange.ofFault(cause -> LOG.warn("cannot look for other cloud controller managers, retrying: " + cause));
    private String provider = "";
    private List<String> warnings = List.of();
    private Instant due = Instant.MIN;

    OtherManagers(ClusterAccess cluster, String managedNamespace) {
        this.cluster = cluster;
        this.managedNamespace = managedNamespace;
    }

    /**
     * A line if others run, by the last look.
     *
     * @param of the name of the provider, "" where there is none; empty while it is not known
     */
    List<String> warnings(Optional<String> of) {
        Instant now = cluster.clock().instant();
        String name = of.orElse(provider);
        if (name.equals(provider) && now.isBefore(due)) {
            return warnings;
        }
        due = now.plus(PAUSE);
        provider = name;
        try {
            warnings = name.isEmpty()
                    ? List.of()
                    : OtherManager.warning(OtherManager.running(name, managedNamespace, cluster.server()::get, now))
                            .stream()
                            .toList();
            logFailure.accept("");
        } catch (ApiException e) {
            logFailure.accept(e.getMessage());
        }
        return warnings;
    }
}
