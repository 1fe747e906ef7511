// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.RegisteredController;
import io.javaoperatorsdk.operator.health.InformerHealthIndicator;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * Start, health and stop of the SDK's controllers. They start on every process, so that a new leader has its caches filled;
 * without leadership a reconcile does nothing.
 */
@Singleton
final class SdkLifecycle {
    private static final Logger LOG = Logger.getLogger(SdkLifecycle.class);

    private final Operator operator;
    private final ReconcileGate gate;
    private volatile boolean failed;

    SdkLifecycle(Operator operator, ReconcileGate gate) {
        this.operator = operator;
        this.gate = gate;
    }

    /**
     * Starts the controllers on a thread of the SDK, since its start waits for informers. Returns at once. Informers that the
     * API server does not serve yet go on trying.
     *
     * @param failure is called with the cause if the controllers cannot start
     */
    void start(Consumer<String> failure) {
        executors().execute(() -> {
            try {
                operator.start();
            } catch (OperatorException e) {
                if (!gate.isClosed()) {
                    failed = true;
                    LOG.debugf(e, "the controllers do not start");
                    failure.accept("the controllers do not start: " + e.getMessage());
                }
            }
            if (gate.isClosed()) {
                operator.stop();
            }
        });
    }

    /**
     * Ends the controllers after the reconciles in hand, which are interrupted when they take longer than this.
     *
     * @throws InterruptedException if the thread is interrupted while it waits
     */
    void stop(Duration patience) throws InterruptedException {
        if (!gate.close(patience)) {
            LOG.warnf("a reconcile has not ended within %d s and is interrupted", patience.toSeconds());
        }
        operator.stop();
    }

    /** False if the controllers did not start, or one of their informers or their threads have ended. */
    boolean isAlive() {
        return !failed
                && !executors().isShutdown()
                && (!operator.getRuntimeInfo().isStarted() || informers().allMatch(InformerHealthIndicator::isRunning));
    }

    /** The types of the SDK are raw here. */
    @SuppressWarnings({"unchecked", "rawtypes"})
    private Stream<InformerHealthIndicator> informers() {
        return operator.getRegisteredControllers().stream()
                .map(RegisteredController::getControllerHealthInfo)
                .flatMap(health -> health.informerEventSourceHealthIndicators().values().stream())
                .flatMap(source -> source.informerHealthIndicators().values().stream());
    }

    private ExecutorService executors() {
        return operator.getConfigurationService().getExecutorServiceManager().cachingExecutorService();
    }
}
