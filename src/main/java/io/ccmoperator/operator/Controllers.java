// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.status.Controller;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.Operator;
import io.javaoperatorsdk.operator.OperatorException;
import io.javaoperatorsdk.operator.RegisteredController;
import io.javaoperatorsdk.operator.health.InformerHealthIndicator;
import io.quarkiverse.operatorsdk.runtime.QuarkusConfigurationService;
import io.quarkiverse.operatorsdk.runtime.QuarkusControllerConfiguration;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.jboss.logging.Logger;

/**
 * The controllers that {@code --controllers} names, in the operator of the SDK: what triggers them, their start, health and stop. They
 * start on every process, so that a new leader has its caches filled; without leadership a reconcile does nothing.
 */
@Singleton
final class Controllers {
    private static final Logger LOG = Logger.getLogger(Controllers.class);

    private final Map<Controller, OperatorReconciler<?>> reconcilers = new EnumMap<>(Controller.class);
    private final Operator operator;
    private final ReconcileGate gate;

    /** The SDK says whether it has started when it has: asking it waits. */
    private volatile boolean started;

    private volatile boolean failed;

    Controllers(
            QuarkusConfigurationService configuration,
            Settings settings,
            ReconcileGate gate,
            OperatorReconciler.Shared shared,
            ControllerFactory factory) {
        this.operator = new Operator(configuration);
        this.gate = gate;
        for (Controller controller : settings.controllers()) {
            OperatorReconciler<?> reconciler = SdkReconcilers.of(
                    settings.distribution(), controller, shared, requeue -> factory.make(controller, requeue));
            reconcilers.put(controller, reconciler);
            register(reconciler, controller, configuration);
        }
    }

    private <P extends HasMetadata> void register(
            OperatorReconciler<P> reconciler, Controller controller, QuarkusConfigurationService sdk) {
        QuarkusControllerConfiguration<P> named =
                SdkReconcilers.named(controller.value(), sdk.getConfigurationFor(reconciler));
        named.setParent(sdk);
        operator.register(reconciler, named);
    }

    Operator operator() {
        return operator;
    }

    /** Lets the controller of the CCM resources run soon: the two others have worked on a newer CloudControllerManager. */
    void othersAhead() {
        Optional.ofNullable(reconcilers.get(Controller.CLOUD_CONTROLLER_MANAGER))
                .ifPresent(OperatorReconciler::requeue);
    }

    /** Lets all controllers run soon. */
    void requeueAll() {
        reconcilers.values().forEach(OperatorReconciler::requeue);
    }

    /**
     * Starts the controllers on a thread of the SDK, since its start waits for informers. Returns at once. Informers that the
     * API server does not serve yet go on trying.
     *
     * @param failure is called with the cause if the controllers cannot start
     */
    void start(Consumer<String> failure) {
        reconcilers.values().forEach(reconciler -> executors().execute(reconciler::prepare));
        executors().execute(() -> {
            try {
                operator.start();
                started = true;
            } catch (OperatorException e) {
                if (!gate.isClosed()) {
                    failed = true;
                    LOG.debugf(e, "the controllers do not start");
                    failure.accept("the controllers do not start: " + e.getMessage());
                }
            }
            if (gate.isClosed()) {
                stopStarted();
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
        stopStarted();
    }

    /**
     * Stops what has started, once. The thread of the start comes here as well: the SDK would interrupt a start under way, with a stack trace
     * for each informer, and fails where it is stopped twice at a time.
     */
    private synchronized void stopStarted() {
        if (started) {
            started = false;
            operator.stop();
        }
    }

    /** False if the controllers did not start, or one of their informers or their threads have ended. */
    boolean isAlive() {
        return !failed
                && !executors().isShutdown()
                && (!started || informers().allMatch(InformerHealthIndicator::isRunning));
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
