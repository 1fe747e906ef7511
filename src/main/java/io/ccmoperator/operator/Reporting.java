// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.events.EventRecorder;
import io.ccmoperator.lease.Hostname;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;

/** The reports of the operator: the conditions of the ClusterOperator, events, and the metrics of results. */
@Singleton
final class Reporting {
    private static final Duration EVENTS_STOP = Duration.ofSeconds(2);

    private final ObjectCache objects;
    private final OperatorMetrics metrics;
    private final Clock clock;
    private final ClusterOperatorStatusWriter status;
    private final StatusLoop loop;
    private final EventRecorder events;
    private final AtomicBoolean known = new AtomicBoolean();
    private volatile Runnable conditionsChanged = () -> {};

    Reporting(
            Settings settings,
            ApiConnection connection,
            WriteGuard server,
            Leadership leadership,
            OperatorMetrics metrics,
            Clock clock) {
        this.objects = connection.objects();
        this.metrics = metrics;
        this.clock = clock;
        this.status = new ClusterOperatorStatusWriter(
                server,
                settings.version(),
                new TreeSet<>(Set.of(
                        settings.namespaces().operator(), settings.namespaces().managed())),
                settings.controllers(),
                leadership::isLeading,
                clock);
        settings.controllers().forEach(controller -> metrics.expect(controller.value(), ReconcileResult.words()));
        this.loop = new StatusLoop(status, settings.controllers(), clock, () -> conditionsChanged.run());
        this.events = new EventRecorder(server, status::subject, Hostname.get(), leadership::isLeading, clock);
    }

    /**
     * Watches the ClusterOperator and begins to write it.
     *
     * @param listener is called when a condition has changed, by this process or by another client
     */
    void start(Runnable listener) {
        conditionsChanged = listener;
        objects.watch(ClusterOperatorStatusWriter.KEY, this::clusterOperatorChanged);
        loop.start();
    }

    /** Takes in the result of a reconcile. Returns at once. */
    void report(Controller controller, ReconcileResult result) {
        if (controller == Controller.CLOUD_CONFIG && result instanceof ReconcileResult.Converged) {
            metrics.cloudConfigSucceeded(clock.instant());
        }
        loop.report(controller, result);
    }

    /** Writes what is due. Returns at once. */
    void flush() {
        loop.trigger();
    }

    /** Ends after the write in hand; events that are due are written still. */
    void stop(Duration patience) throws InterruptedException {
        loop.stop(patience);
        events.stop(EVENTS_STOP);
    }

    ClusterOperatorStatusWriter status() {
        return status;
    }

    EventRecorder events() {
        return events;
    }

    boolean isAlive() {
        return loop.isAlive();
    }

    private void clusterOperatorChanged() {
        CacheState state = objects.state(ClusterOperatorStatusWriter.KEY);
        if (state.isSynced()) {
            boolean changed = status.observe(state.object());
            // The first state is not a change, but a controller may have read the object before.
            if (!known.getAndSet(true) || changed) {
                conditionsChanged.run();
            }
        }
        loop.trigger();
    }
}
