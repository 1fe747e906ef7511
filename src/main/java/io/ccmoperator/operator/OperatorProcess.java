// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.SingleNode;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.events.EventRecorder;
import io.ccmoperator.lease.LeadershipListener;
import io.quarkus.runtime.Quarkus;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Instance;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import org.jboss.logging.Logger;

/**
 * The life of the running operator: wire, watch, start the controllers, be elected, stop. Quarkus has to announce the end: on a
 * signal the network's threads are stopped while the main thread still waits, and then no Lease could be released any more.
 */
@Singleton
final class OperatorProcess implements LeadershipListener {
    private static final Logger LOG = Logger.getLogger(OperatorProcess.class);
    private static final Duration STOP = Duration.ofSeconds(10);
    private static final Duration EVENTS_STOP = Duration.ofSeconds(2);
    private static final Duration RELEASE = Duration.ofSeconds(5);

    private final Instance<Parts> wiring;
    private volatile Optional<Parts> parts = Optional.empty();
    private volatile Optional<InvalidInputException> refused = Optional.empty();
    private volatile boolean failed;

    /** What an operator consists of; made when the process starts, since a kubeconfig may be invalid. */
    @Singleton
    record Parts(
            ApiConnection connection,
            ClusterDescription description,
            SingleNode singleNode,
            Leadership leadership,
            StatusLoop status,
            EventRecorder events,
            Controllers controllers,
            ProviderPacks packs,
            ServedMetrics metrics,
            CloudControllerManagerLease lease) {}

    OperatorProcess(Instance<Parts> wiring) {
        this.wiring = wiring;
    }

    /**
     * Makes the parts and starts them; the operator does its work as soon as the API server responds. Quarkus opens its servers
     * after that, so that the certificate of the metrics endpoint is made while the API server answers.
     */
    void start(@Observes StartupEvent event) {
        try {
            Parts made = wiring.get();
            parts = Optional.of(made);
            made.status().start(made.controllers()::othersAhead);
            made.connection().objects().watch(made.description().key(), made.controllers()::requeueAll);
            made.singleNode().watch(made.connection(), made.controllers()::requeueAll);
            made.controllers().start(this::fail);
            made.packs().onChange(made.controllers()::requeueAll);
            made.metrics().start();
            made.lease().watch();
            made.leadership().elect(this);
        } catch (InvalidInputException e) {
            refused = Optional.of(e);
        }
    }

    @Override
    public void onStartedLeading() {
        Parts led = parts.orElseThrow();
        led.controllers().requeueAll();
        led.status().trigger();
    }

    @Override
    public void onStoppedLeading(String reason) {
        fail(reason);
    }

    private void fail(String reason) {
        LOG.errorf("the process ends: %s", reason);
        failed = true;
        Quarkus.asyncExit(1);
    }

    /** Ends the work in hand, reports what is left to report, and lets another process lead. */
    void stop(@Observes ShutdownEvent event) throws InterruptedException {
        if (parts.isPresent()) {
            Parts stopped = parts.get();
            stopped.controllers().stop(STOP);
            stopped.status().stop(STOP);
            stopped.events().stop(EVENTS_STOP);
            stopped.leadership().release(RELEASE);
            stopped.metrics().stop();
            stopped.connection().close();
        }
    }

    /** Why the operator could not be started: an invalid kubeconfig or service account. */
    Optional<InvalidInputException> refused() {
        return refused;
    }

    /** The parts; empty before they are made. */
    Optional<Parts> parts() {
        return parts;
    }

    /** 1 if the process has ended by itself: it has lost its leadership, or its controllers did not start. */
    int exitCode() {
        return failed ? 1 : 0;
    }
}
