// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.OnChange;
import io.ccmoperator.metrics.ReconcileMetrics;
import io.ccmoperator.plan.PlannedController;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReconcileResult.Converged;
import io.ccmoperator.status.ReconcileResult.Degraded;
import io.ccmoperator.status.ReconcileResult.Kind;
import io.ccmoperator.status.ReconcileResult.Progressing;
import io.ccmoperator.status.ReconcileResult.Unmanaged;
import io.ccmoperator.status.ReconcileResult.Waiting;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.jboss.logging.MDC;

/**
 * All that is between the operator SDK and a controller of the domain: {@link #requeue} becomes an event of the primary object; the
 * SDK calls {@link #reconcile}, which runs the controller, one run at a time, only while this process leads and is not being
 * stopped; each run is measured, logged if its result differs from the previous one, and reported. The SDK's copy of the primary is
 * not used: the operator's own cache is newer or equal, and never returns to an older state.
 *
 * <p>An exception or Error that the controller does not expect is a transient failure of this controller; the other controllers and
 * the process continue.
 *
 * @param <P> the kind of the primary, which is never written
 */
abstract class OperatorReconciler<P extends HasMetadata> implements Reconciler<P> {
    private static final Logger LOG = Logger.getLogger(OperatorReconciler.class);

    private static final Duration RESYNC = Duration.ofMinutes(10);
    private static final Duration RESYNC_OF_ROLLOUT = Duration.ofSeconds(30);

    /** Costs no request; what is waited for may be a time. */
    private static final Duration RESYNC_WHILE_WAITING = Duration.ofSeconds(10);

    private final Controller controller;
    private final ResourceID primary;
    private final Shared shared;
    private final OnChange<ReconcileResult> log = new OnChange<>(null, this::log);
    private final ReentrantLock turn = new ReentrantLock();
    private final PlannedController domain;

    /** None while the controller is made, which watches already; gained leadership triggers all controllers. */
    private volatile Optional<AbsentPrimary> absent = Optional.empty();

    /** None before the SDK has asked for it; its first reconcile sees all that happened before. */
    private volatile Optional<SimpleInboundEventSource<P>> events = Optional.empty();

    /**
     * What the reconcilers of a process share.
     *
     * @param executor runs a controller while there is no primary
     * @param leading whether this process may write
     * @param results receives each result
     * @param metrics is given the word of each result
     */
    record Shared(
            ObjectCache objects,
            Executor executor,
            BooleanSupplier leading,
            ReconcileGate gate,
            BiConsumer<Controller, ReconcileResult> results,
            ReconcileMetrics metrics) {}

    /** Makes the SDK retry. It is reported and logged already, so it carries no stack trace. */
    static final class TransientFailureException extends Exception {
        private static final long serialVersionUID = 1L;

        private TransientFailureException(String cause) {
            super(cause, null, false, false);
        }
    }

    /**
     * @param primary the cluster-scoped object whose reconciler this is; it has to be watched by the controller
     * @param domain makes the controller, which begins to watch objects and files; it is given what lets it run soon
     */
    OperatorReconciler(
            Controller controller, ObjectKey primary, Shared shared, Function<Runnable, PlannedController> domain) {
        this.controller = controller;
        this.primary = new ResourceID(primary.name());
        this.shared = shared;
        this.domain = domain.apply(this::requeue);
        this.absent = Optional.of(
                new AbsentPrimary(primary, shared.objects(), shared.executor(), shared.leading(), this::runWithoutSdk));
    }

    @Override
    public final List<EventSource<?, P>> prepareEventSources(EventSourceContext<P> context) {
        SimpleInboundEventSource<P> source = new SimpleInboundEventSource<>("triggers");
        events = Optional.of(source);
        return List.of(source);
    }

    /** Lets the controller run soon; triggers that come before it runs are one. Returns at once. */
    final void requeue() {
        events.ifPresent(source -> source.propagateEvent(primary));
        absent.ifPresent(AbsentPrimary::trigger);
    }

    /** Reads what the controller needs, while the SDK starts. */
    final void prepare() {
        turn.lock();
        try {
            follow();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.debugf("controller %s: stopped before its first run", controller.value());
        } finally {
            turn.unlock();
        }
    }

    /**
     * Runs the controller for the SDK.
     *
     * @throws TransientFailureException for a failure that is to be retried with the SDK's backoff
     * @throws InterruptedException if the SDK stops its threads
     */
    @Override
    public final UpdateControl<P> reconcile(P object, Context<P> context)
            throws TransientFailureException, InterruptedException {
        Optional<ReconcileResult> result;
        try {
            result = run();
        } catch (Error e) {
            // The SDK would never run the controller again.
            LOG.errorf(e, "controller %s: the result of a reconcile was not reported, retrying", controller.value());
            throw new TransientFailureException(cause(e));
        }
        // Without leadership there is nothing to do before it is gained, which is a trigger.
        return result.isPresent() ? next(result.get()) : UpdateControl.noUpdate();
    }

    /** Measures what otherwise the SDK's hooks measure. */
    private void runWithoutSdk() throws InterruptedException {
        shared.metrics().measure(controller.value(), this::run);
    }

    /**
     * Runs once, after the run of another thread: a process that does not lead plans only.
     *
     * @return the result; empty if this process does not lead or is being stopped
     * @throws InterruptedException if the thread is interrupted; nothing is reported then
     */
    private Optional<ReconcileResult> run() throws InterruptedException {
        turn.lockInterruptibly();
        try {
            if (!shared.gate().enter()) {
                return Optional.empty();
            }
            MDC.put("controller", controller.value());
            try {
                return shared.leading().getAsBoolean() ? Optional.of(lead()) : follow();
            } finally {
                MDC.remove("controller");
                shared.gate().leave();
            }
        } finally {
            turn.unlock();
        }
    }

    private ReconcileResult lead() throws InterruptedException {
        ReconcileResult result = runDomain();
        shared.metrics().result(result.word());
        // Warnings are in the conditions, and events of their own.
        log.accept(result instanceof Converged ? ReconcileResult.converged() : result);
        shared.results().accept(controller, result);
        return result;
    }

    private Optional<ReconcileResult> follow() throws InterruptedException {
        try {
            domain.prepare();
        } catch (RuntimeException | Error e) {
            LOG.errorf(e, "controller %s: unexpected failure in a process that does not lead", controller.value());
        }
        return Optional.empty();
    }

    private ReconcileResult runDomain() throws InterruptedException {
        try {
            return domain.reconcile();
        } catch (RuntimeException | Error e) {
            // The memory and the stack that an Error says are used up are free again here.
            LOG.errorf(e, "controller %s: unexpected failure", controller.value());
            return ReconcileResult.transientFailure(cause(e));
        }
    }

    /** What a condition says of a failure: the same string each time. What an input can bring about names the remedy. */
    private static String cause(Throwable failure) {
        if (failure instanceof OutOfMemoryError) {
            // The message of the error depends on where the memory ended.
            return "out of memory: the reconcile needs more than the maximum heap of "
                    + (Runtime.getRuntime().maxMemory() >> 20)
                    + " MiB; look for an unusually large ConfigMap or Secret";
        }
        if (failure instanceof StackOverflowError) {
            return "stack overflow: look for a ConfigMap or another object that is nested unusually deeply";
        }
        return "unexpected failure: " + failure;
    }

    /** A cause is in the field error, too. */
    private void log(ReconcileResult result) {
        String line = "controller " + controller.value() + ": ";
        if (result instanceof Degraded failure) {
            MDC.put("error", failure.cause());
            try {
                LOG.warn(line
                        + failure.cause()
                        + (failure.kind() == Kind.TERMINAL ? " (retried after a change, or in 10 minutes)" : ""));
            } finally {
                MDC.remove("error");
            }
        } else if (result instanceof Waiting waiting) {
            LOG.info(line + "waiting for " + waiting.forWhat());
        } else if (result instanceof Progressing progressing) {
            LOG.info(line + progressing.what());
        } else if (result instanceof Unmanaged) {
            LOG.info(line + "spec.managementState is Unmanaged, nothing is written");
        } else {
            LOG.info(line + "reconciled, no changes");
        }
    }

    /** When the controller runs again without a trigger; the SDK's backoff ends with any other result than a transient failure. */
    private UpdateControl<P> next(ReconcileResult result) throws TransientFailureException {
        UpdateControl<P> control = UpdateControl.noUpdate();
        if (result instanceof Converged) {
            return control.rescheduleAfter(RESYNC);
        } else if (result instanceof Progressing) {
            return control.rescheduleAfter(RESYNC_OF_ROLLOUT);
        } else if (result instanceof Waiting) {
            return control.rescheduleAfter(RESYNC_WHILE_WAITING);
        } else if (result instanceof Degraded failure && failure.kind() != Kind.TERMINAL) {
            throw new TransientFailureException(failure.cause());
        } else if (result instanceof Degraded failure && failure.otherwise().isPresent()) {
            return next(failure.otherwise().get());
        }
        // What rejects an object may be an admission policy, whose change is no event here.
        return control.rescheduleAfter(RESYNC);
    }
}
