// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.status.Controller;
import io.javaoperatorsdk.operator.api.config.informer.Informer;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.MaxReconciliationInterval;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.rate.RateLimited;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.retry.GradualRetry;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Reconciles the resources of the cloud controller manager, by way of {@link io.ccmoperator.ccm.CcmController}. The primary's
 * content is read from the operator's own cache, which never returns to an older state.
 */
@Singleton
@ControllerConfiguration(
        name = "ccm",
        generationAwareEventProcessing = false,
        informer = @Informer(informerListLimit = Controllers.LIST_LIMIT),
        maxReconciliationInterval = @MaxReconciliationInterval(interval = Controllers.NO_RESYNC_HOURS))
@GradualRetry(
        maxAttempts = Controllers.RETRY_FOREVER,
        initialInterval = Controllers.FIRST_RETRY_MILLIS,
        intervalMultiplier = Controllers.RETRY_FACTOR,
        maxInterval = Controllers.LAST_RETRY_MILLIS)
@RateLimited(maxReconciliations = Controllers.RECONCILES_PER_SECOND, within = 1)
final class CloudControllerManagerReconciler implements Reconciler<InfrastructureResource> {
    private final ControllerRuntime runtime;

    CloudControllerManagerReconciler(Controllers controllers) {
        this.runtime = controllers.runtime(Controller.CLOUD_CONTROLLER_MANAGER);
    }

    @Override
    public List<EventSource<?, InfrastructureResource>> prepareEventSources(
            EventSourceContext<InfrastructureResource> context) {
        return runtime.eventSources();
    }

    @Override
    public UpdateControl<InfrastructureResource> reconcile(
            InfrastructureResource primary, Context<InfrastructureResource> context)
            throws TransientFailureException, InterruptedException {
        return runtime.reconcile();
    }
}
