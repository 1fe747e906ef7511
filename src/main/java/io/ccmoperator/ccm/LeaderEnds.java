// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How many leaders one after the other have ended soon after they had acquired the Lease. Each is counted once, however often the container of a Pod that
 * does not lead ends meanwhile. Used by one thread.
 */
final class LeaderEnds {
    /** Times of Kubernetes have no fraction of a second. */
    private static final Duration ROUNDED = Duration.ofSeconds(1);

    /** When leaders have acquired the Lease, and last renewed it as far as was seen. */
    private final Map<Instant, Instant> leaders = new HashMap<>();

    /** When containers have ended. */
    private final Set<Instant> ends = new HashSet<>();

    /**
     * Takes in what is seen now.
     *
     * @param pods all that have the configuration
     */
    int count(Collection<KubernetesObject> pods, Optional<LeaderLease> lease, Instant now) {
        lease.ifPresent(known -> leaders.put(known.acquired(), known.renewed()));
        pods.stream()
                .flatMap(pod -> ContainerStatus.of(pod).stream())
                .filter(container -> !container.isDone())
                .flatMap(container -> container.end().stream())
                .flatMap(end -> end.time("finishedAt").stream())
                .forEach(ends::add);
        Instant begin = now.minus(RestartHistory.WINDOW);
        leaders.keySet().removeIf(begin::isAfter);
        ends.removeIf(begin::isAfter);
        return (int) leaders.entrySet().stream()
                .filter(leader -> ends.stream().anyMatch(end -> isOf(leader.getKey(), leader.getValue(), end)))
                .count();
    }

    /** One that has renewed the Lease since has not ended. */
    private static boolean isOf(Instant acquired, Instant renewed, Instant end) {
        return !end.isBefore(renewed.minus(ROUNDED)) && !end.isAfter(acquired.plus(Proof.LEADS_FOR));
    }

    /** Another configuration is tried. */
    void forget() {
        leaders.clear();
        ends.clear();
    }
}
