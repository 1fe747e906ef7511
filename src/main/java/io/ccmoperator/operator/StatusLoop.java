// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;

import io.ccmoperator.apply.Backoff;
import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectLog;
import io.ccmoperator.cluster.OnChange;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

/**
 * Writes the ClusterOperator on a thread of its own, for each change: a result, a foreign change, a failure that has lasted too long.
 * Results that arrive during a write are part of the next write.
 */
@Singleton
final class StatusLoop {
    private static final ObjectLog LOG = ObjectLog.of(StatusLoop.class);
    private static final Backoff BACKOFF = new Backoff(Duration.ofSeconds(1), Duration.ofSeconds(30));

    /** Results that come one upon the other, as when all controllers start, go into one write. */
    private static final Duration BETWEEN_WRITES = Duration.ofMillis(100);

    /** How long the first results wait for those of the other controllers, to go into one write with them. */
    private static final Duration FIRST_WRITE_WITHIN = Duration.ofMillis(250);

    private final ClusterOperatorStatusWriter writer;
    private final ObjectCache objects;
    private final OperatorMetrics metrics;
    private final Clock clock;
    private final Set<Controller> controllers;
    private final Set<Controller> unreported = ConcurrentHashMap.newKeySet();
    private final CountDownLatch firstResults;
    private boolean firstResultsAwaited;
    private final Semaphore triggers = new Semaphore(0);
    private final Thread thread = new Thread(this::run, "status");
    private final OnChange<String> logFailure;
    private Optional<Duration> retry = Optional.empty();
    private volatile Runnable othersAhead = () -> {};
    private volatile boolean stopping;

    StatusLoop(
            ClusterOperatorStatusWriter writer,
            ApiConnection connection,
            Settings settings,
            OperatorMetrics metrics,
            Clock clock) {
        this.writer = writer;
        this.objects = connection.objects();
        this.controllers = settings.controllers();
        this.unreported.addAll(controllers);
        this.firstResults = new CountDownLatch(controllers.size());
        this.metrics = metrics;
        this.clock = clock;
        this.logFailure =
                OnChange.ofFault(cause -> LOG.warn(writer.key(), "cannot write the status, retrying: " + cause));
        controllers.forEach(controller -> metrics.expect(controller.value(), ReconcileResult.words()));
    }

    /**
     * Watches the ClusterOperator and begins to write it.
     *
     * @param listener is called when controllers have worked on a newer CloudControllerManager, or for the first time, which the controller of the
     *     CCM resources follows
     */
    void start(Runnable listener) {
        othersAhead = listener;
        objects.watch(writer.key(), this::clusterOperatorChanged);
        objects.watch(CLOUD_CONTROLLER_MANAGER, this::trigger);
        thread.start();
    }

    private void clusterOperatorChanged() {
        writer.observe();
        trigger();
    }

    /** There may be something to write. Returns at once. */
    void trigger() {
        triggers.release();
    }

    /** Takes in the result of a reconcile. Returns at once. */
    void report(Controller controller, ReconcileResult result) {
        if (controller == Controller.CLOUD_CONFIG && result instanceof ReconcileResult.Converged) {
            metrics.cloudConfigSucceeded(clock.instant());
        }
        if (writer.report(controller, result)) {
            othersAhead.run();
        }
        if (unreported.remove(controller)) {
            firstResults.countDown();
            othersAhead.run();
        }
        trigger();
    }

    /** Ends the loop after the write in hand. */
    void stop(Duration patience) throws InterruptedException {
        stopping = true;
        trigger();
        thread.join(patience.toMillis());
        thread.interrupt();
    }

    boolean isAlive() {
        return thread.isAlive();
    }

    private void run() {
        try {
            while (!stopping) {
                awaitWake();
                awaitFirstResults();
                if (writer.check()) {
                    othersAhead.run();
                }
                if (flush()) {
                    TimeUnit.MILLISECONDS.sleep(stopping ? 0 : BETWEEN_WRITES.toMillis());
                }
            }
        } catch (InterruptedException e) {
            LOG.debug(writer.key(), "stopped in the middle of a write");
        }
    }

    /** No component waits at the start: what was true before the process is still there to be read. */
    private void awaitFirstResults() throws InterruptedException {
        boolean begun = unreported.size() < controllers.size();
        if (begun && !firstResultsAwaited) {
            firstResultsAwaited = true;
            firstResults.await(FIRST_WRITE_WITHIN.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private void awaitWake() throws InterruptedException {
        Optional<Duration> pause = retry.or(this::untilNextCheck);
        if (pause.isPresent()) {
            // To the end of the last millisecond, not to its beginning: there a check would come too early.
            triggers.tryAcquire(pause.get().toMillis() + 1, TimeUnit.MILLISECONDS);
        } else {
            triggers.acquire();
        }
        triggers.drainPermits();
    }

    private Optional<Duration> untilNextCheck() {
        return writer.nextCheck().map(next -> Duration.between(Instant.now(clock), next));
    }

    /** Whether anything was written. */
    private boolean flush() {
        try {
            boolean written = writer.flush();
            retry = Optional.empty();
            logFailure.accept("");
            return written;
        } catch (ApiException e) {
            logFailure.accept(e.getMessage());
            retryLater();
        } catch (RuntimeException | Error e) {
            LOG.error(writer.key(), "unexpected failure", e);
            retryLater();
        }
        return false;
    }

    private void retryLater() {
        retry = Optional.of(retry.map(BACKOFF::after).orElse(BACKOFF.first()));
    }
}
