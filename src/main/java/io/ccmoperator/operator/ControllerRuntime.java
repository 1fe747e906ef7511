// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.ReconcileResult;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.inbound.SimpleInboundEventSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import org.jboss.logging.Logger;

/**
 * Connects a controller of the domain with its reconciler of the SDK: {@link #requeue} emits an event of the primary
 * object; results become the SDK's {@link UpdateControl}.
 */
final class ControllerRuntime {
    private static final Logger LOG = Logger.getLogger(ControllerRuntime.class);

    private final ResourceID primary;
    private final ControllerRun run;

    /** None while the controller is made, which watches already; gained leadership triggers all controllers. */
    private volatile Optional<AbsentPrimary> absent = Optional.empty();

    /** None before the SDK has asked for it; its first reconcile sees all that happened before. */
    private volatile Optional<SimpleInboundEventSource<?>> events = Optional.empty();

    /**
     * @param primary the cluster-scoped object whose reconciler this is; it has to be watched by the domain
     * @param executor runs the controller while there is no primary
     * @param domain makes the run of the domain's controller, which is given what triggers it
     */
    ControllerRuntime(
            ObjectKey primary,
            ObjectCache objects,
            Executor executor,
            BooleanSupplier leading,
            Function<Runnable, ControllerRun> domain) {
        this.primary = new ResourceID(primary.name());
        this.run = domain.apply(this::requeue);
        this.absent = Optional.of(new AbsentPrimary(primary, objects, executor, leading, run::runWithoutSdk));
    }

    /** The events that {@link #requeue} causes; to be registered with the SDK's controller. */
    <P extends HasMetadata> List<EventSource<?, P>> eventSources() {
        SimpleInboundEventSource<P> source = new SimpleInboundEventSource<>("triggers");
        events = Optional.of(source);
        return List.of(source);
    }

    /** Lets the controller run soon; triggers that come before it runs are one. Returns at once. */
    void requeue() {
        events.ifPresent(source -> source.propagateEvent(primary));
        absent.ifPresent(AbsentPrimary::trigger);
    }

    /**
     * Runs the controller for the SDK.
     *
     * @throws TransientFailureException for a failure that is to be retried with the SDK's backoff
     * @throws InterruptedException if the SDK stops its threads
     */
    <P extends HasMetadata> UpdateControl<P> reconcile() throws TransientFailureException, InterruptedException {
        Optional<ReconcileResult> result = runOnce();
        // Without leadership there is nothing to do before it is gained, which is a trigger.
        return result.isPresent() ? NextReconcile.after(result.get()) : UpdateControl.noUpdate();
    }

    /** The SDK would never run the controller again after an Error, such as one while its result is reported. */
    private Optional<ReconcileResult> runOnce() throws TransientFailureException, InterruptedException {
        try {
            return run.run();
        } catch (Error e) {
            LOG.errorf(e, "%s: the result of a reconcile was not reported, retrying", primary);
            throw new TransientFailureException(UnexpectedFailure.cause(e));
        }
    }
}
