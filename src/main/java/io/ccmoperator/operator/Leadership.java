// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.Topology;
import io.ccmoperator.lease.LeaderElection;
import io.ccmoperator.lease.LeadershipListener;
import io.ccmoperator.lease.LeaseFlags;
import io.ccmoperator.lease.LeaseSettings;
import io.ccmoperator.metrics.OperatorMetrics;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Whether this process leads. The election begins when the topology of the control plane is known, or has not become known for a minute. */
@Singleton
final class Leadership {
    /** An object that the operator may not read must not keep it from its work for ever. */
    private static final Duration KNOWN_WITHIN = Duration.ofMinutes(1);

    private final LeaseFlags flags;
    private final Optional<String> podUid;
    private final ObjectCache objects;
    private final ClusterDescription description;
    private final ApiServer server;
    private final Clock clock;
    private volatile Optional<LeaderElection> election = Optional.empty();
    private boolean released;

    Leadership(
            Settings settings,
            ApiConnection connection,
            ClusterDescription description,
            OperatorMetrics metrics,
            Clock clock) {
        this.flags = settings.lease();
        this.podUid = settings.podUid();
        this.objects = connection.objects();
        this.description = description;
        // The Lease is what those write who do not lead.
        this.server = new WriteGuard(connection.server(), () -> true, metrics);
        this.clock = clock;
    }

    /** Whether this process may write right now. */
    boolean isLeading() {
        return election.map(LeaderElection::isLeading).orElse(false);
    }

    /** Takes part in the election, whose durations depend on the topology. Returns at once. */
    void elect(LeadershipListener listener) {
        objects.watch(description.key(), () -> beginWhenSynced(listener));
        beginWhenSynced(listener);
        CompletableFuture.delayedExecutor(KNOWN_WITHIN.toSeconds(), TimeUnit.SECONDS)
                .execute(() -> begin(description.infrastructure(), listener));
    }

    private void beginWhenSynced(LeadershipListener listener) {
        CacheState infrastructure = description.infrastructure();
        if (infrastructure.isSynced()) {
            begin(infrastructure, listener);
        }
    }

    private synchronized void begin(CacheState infrastructure, LeadershipListener listener) {
        if (released || election.isPresent()) {
            return;
        }
        LeaseSettings lease = LeaseSettings.of(flags, topology(infrastructure));
        LeaderElection begun = new LeaderElection(lease, podUid, server, clock, listener);
        election = Optional.of(begun);
        if (lease.enabled()) {
            objects.watch(lease.key(), () -> leaseChanged(begun, lease.key()));
        }
        begun.start();
    }

    /** Releases the lease, if this process holds it, so that another process leads at once. */
    void release(Duration within) {
        synchronized (this) {
            released = true;
        }
        election.ifPresent(begun -> begun.release(within));
    }

    private static Topology topology(CacheState infrastructure) {
        try {
            return infrastructure
                    .object()
                    .map(KubernetesObject::tree)
                    .map(Infrastructure::of)
                    .map(Infrastructure::topology)
                    .orElse(Topology.HIGHLY_AVAILABLE);
        } catch (InvalidInputException e) {
            // The controller says so in its condition; the usual durations do for it.
            return Topology.HIGHLY_AVAILABLE;
        }
    }

    private void leaseChanged(LeaderElection election, ObjectKey lease) {
        CacheState state = objects.state(lease);
        if (state.object().isPresent()) {
            election.leaseChanged(state.object().get());
        } else if (state.isSynced()) {
            election.leaseDeleted();
        }
    }
}
