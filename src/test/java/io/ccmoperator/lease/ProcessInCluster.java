// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.kubeconfig.KubeconfigFlags;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/** An election as a process of its own has it: with a connection and a watch of its own, which can be cut off. */
final class ProcessInCluster implements LeadershipListener, AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    final LeaseSettings settings;
    final ApiServer server;
    final LeaderElection election;
    private final ApiConnection connection;
    private final BlockingQueue<String> notifications = new LinkedBlockingQueue<>();
    private final BlockingQueue<KubernetesObject> states = new LinkedBlockingQueue<>();
    private volatile boolean cutOff;

    ProcessInCluster(Path kubeconfig, Vertx vertx, LeaseSettings settings) {
        this.settings = settings;
        connection = ApiConnection.open(
                KubeconfigFlags.of(kubeconfig), vertx, Clock.systemUTC(), java.util.Map.of(), (verb, code) -> {});
        server = connection.server();
        election = new LeaderElection(settings, Optional.empty(), new Cable(), Clock.systemUTC(), this);
    }

    void start() {
        election.start();
        connection.objects().watch(settings.key(), this::tellElection);
    }

    /** From now on no request reaches the server, and no event this process. */
    void cutOff() {
        cutOff = true;
    }

    /** The next notification of the election. */
    String nextTold() throws InterruptedException {
        return notifications.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    /** Waits until the watch has reported a state of the Lease. */
    void awaitWatch() throws InterruptedException {
        awaitState(lease -> true);
    }

    /** Waits until the watch reports such a state of the Lease. */
    void awaitState(Predicate<KubernetesObject> expected) throws InterruptedException {
        KubernetesObject state;
        do {
            state = states.poll(PATIENCE.toSeconds(), TimeUnit.SECONDS);
            if (state == null) {
                throw new AssertionError("the watch of " + settings.key() + " does not report the expected state");
            }
        } while (!expected.test(state));
    }

    @Override
    public void onStartedLeading() {
        notifications.add("started");
    }

    @Override
    public void onStoppedLeading(String reason) {
        notifications.add("stopped: " + reason);
    }

    @Override
    public void close() {
        election.release(PATIENCE);
        connection.close();
    }

    private void tellElection() {
        CacheState state = connection.objects().state(settings.key());
        if (cutOff) {
            return;
        }
        if (state instanceof CacheState.Present lease) {
            election.leaseChanged(lease.manifest());
            states.add(lease.manifest());
        } else if (state instanceof CacheState.Absent) {
            election.leaseDeleted();
        }
    }

    private final class Cable implements ApiServer {
        private ApiServer end() {
            if (cutOff) {
                throw new ApiException(ApiException.NO_ANSWER, "cut off", null);
            }
            return server;
        }

        @Override
        public Optional<KubernetesObject> get(ObjectKey key) {
            return end().get(key);
        }

        @Override
        public KubernetesObject create(KubernetesObject object, DryRun dryRun) {
            return end().create(object, dryRun);
        }

        @Override
        public KubernetesObject replace(KubernetesObject object, DryRun dryRun) {
            return end().replace(object, dryRun);
        }

        @Override
        public KubernetesObject patchStatus(ObjectKey key, Map<String, Object> patch) {
            return end().patchStatus(key, patch);
        }

        @Override
        public KubernetesObject patch(ObjectKey key, Map<String, Object> patch, String fieldManager) {
            return end().patch(key, patch, fieldManager);
        }

        @Override
        public void delete(ObjectKey key, String uid) {
            end().delete(key, uid);
        }
    }
}
