// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.metrics;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.monitoring.Metrics;
import io.javaoperatorsdk.operator.api.reconciler.Constants;
import io.javaoperatorsdk.operator.api.reconciler.RetryInfo;
import io.javaoperatorsdk.operator.processing.Controller;
import io.javaoperatorsdk.operator.processing.event.Event;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reconciliations as the SDK reports them: how long each takes, with which result, and which wait to begin. The SDK knows
 * success and failure only, so the reconciler names its result ({@link #result}) before it returns or throws. A run that
 * names none, because this process does not lead, is not a reconciliation and not measured. Safe for use by several threads.
 *
 * <p>MicrometerMetricsV2 of the SDK is not used: it has no results, and no runs without a primary.
 */
public final class ReconcileMetrics implements Metrics {
    /** The result of a run that ends with an exception or Error before it names another; the SDK retries it. */
    static final String UNEXPECTED_FAILURE = "transient_failure";

    private final MeterRegistry registry;
    private final OperatorMetrics metrics;
    private final ThreadLocal<String> result = new ThreadLocal<>();
    private final Map<String, Queue> queues = new ConcurrentHashMap<>();

    /**
     * A reconciliation.
     *
     * @param <T> what it returns
     * @param <E> what it throws
     */
    @FunctionalInterface
    public interface Run<T, E extends Exception> {
        /** Runs on the thread of the caller. */
        T run() throws E;
    }

    /** Whether a run of one controller waits. It reconciles one object, so that no more than one does. */
    private static final class Queue {
        private enum Waiting {
            NOTHING,
            /** An event came during a run; the SDK submits the next run after it. */
            EVENT,
            SUBMITTED
        }

        private Waiting waiting = Waiting.NOTHING;
        private Thread running;

        synchronized void event() {
            if (running != null && waiting == Waiting.NOTHING) {
                waiting = Waiting.EVENT;
            }
        }

        synchronized void submitted() {
            waiting = Waiting.SUBMITTED;
        }

        synchronized void started() {
            waiting = Waiting.NOTHING;
            running = Thread.currentThread();
        }

        /** The SDK calls this after it has submitted the next run, which another thread may have started by then. */
        synchronized void finished() {
            boolean last = running == Thread.currentThread();
            // The object was deleted: what was submitted did not start, or no run follows for the event.
            if (running == null || (last && waiting == Waiting.EVENT)) {
                waiting = Waiting.NOTHING;
            }
            if (last) {
                running = null;
            }
        }

        synchronized int length() {
            return waiting == Waiting.NOTHING ? 0 : 1;
        }
    }

    /**
     * @param registry where the queues are registered, each when its controller is
     * @param metrics where results and durations are recorded
     */
    public ReconcileMetrics(MeterRegistry registry, OperatorMetrics metrics) {
        this.registry = registry;
        this.metrics = metrics;
    }

    /**
     * Names the result of the reconciliation that this thread runs.
     *
     * @param word as in {@link OperatorMetrics#reconciled}
     */
    public void result(String word) {
        result.set(word);
    }

    /**
     * Measures a reconciliation. The SDK's own come by way of {@link #timeControllerExecution}; others are those whose
     * primary is absent, which the SDK does not run.
     *
     * @param controller its name in flags
     */
    public <T, E extends Exception> T measure(String controller, Run<T, E> reconciliation) throws E {
        result.remove();
        long start = System.nanoTime();
        try {
            return reconciliation.run();
        } catch (Exception | Error e) {
            if (e instanceof InterruptedException) {
                // The process stops; that is not a failure.
                result.remove();
            } else if (result.get() == null) {
                result.set(UNEXPECTED_FAILURE);
            }
            throw e;
        } finally {
            String word = result.get();
            result.remove();
            if (word != null) {
                metrics.reconciled(controller, word, Duration.ofNanos(System.nanoTime() - start));
            }
        }
    }

    @Override
    public void controllerRegistered(Controller<? extends HasMetadata> controller) {
        queue(controller.getConfiguration().getName());
    }

    @Override
    public void eventReceived(Event event, Map<String, Object> metadata) {
        queue(metadata).event();
    }

    @Override
    public void reconciliationSubmitted(HasMetadata resource, RetryInfo retryInfo, Map<String, Object> metadata) {
        queue(metadata).submitted();
    }

    @Override
    public void reconciliationStarted(HasMetadata resource, Map<String, Object> metadata) {
        queue(metadata).started();
    }

    @Override
    public void reconciliationFinished(HasMetadata resource, RetryInfo retryInfo, Map<String, Object> metadata) {
        queue(metadata).finished();
    }

    @Override
    public <T> T timeControllerExecution(ControllerExecution<T> execution) throws Exception {
        return measure(execution.controllerName(), execution::execute);
    }

    private Queue queue(Map<String, Object> metadata) {
        return queue((String) metadata.get(Constants.CONTROLLER_NAME));
    }

    private Queue queue(String controller) {
        return queues.computeIfAbsent(controller, name -> {
            Queue queue = new Queue();
            Gauge.builder("ccm_operator_reconciliation_queue", queue, Queue::length)
                    .description("1 where a reconciliation has been asked for and has not begun.")
                    .tag("controller", name)
                    .register(registry);
            return queue;
        });
    }
}
