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
 * Reconciles the ConfigMap ccm-trusted-ca, by way of {@link io.ccmoperator.trustedca.TrustedCaController}. The primary's
 * content is read from the operator's own cache, which never returns to an older state.
 */
@Singleton
@ControllerConfiguration(
        name = "trusted-ca",
        generationAwareEventProcessing = false,
        informer = @Informer(informerListLimit = Controllers.LIST_LIMIT),
        maxReconciliationInterval = @MaxReconciliationInterval(interval = Controllers.NO_RESYNC_HOURS))
@GradualRetry(
        maxAttempts = Controllers.RETRY_FOREVER,
        initialInterval = Controllers.FIRST_RETRY_MILLIS,
        intervalMultiplier = Controllers.RETRY_FACTOR,
        maxInterval = Controllers.LAST_RETRY_MILLIS)
@RateLimited(maxReconciliations = Controllers.RECONCILES_PER_SECOND, within = 1)
final class TrustedCaBundleReconciler implements Reconciler<ProxyResource> {
    private final ControllerRuntime runtime;

    TrustedCaBundleReconciler(Controllers controllers) {
        this.runtime = controllers.runtime(Controller.TRUSTED_CA);
    }

    @Override
    public List<EventSource<?, ProxyResource>> prepareEventSources(EventSourceContext<ProxyResource> context) {
        return runtime.eventSources();
    }

    @Override
    public UpdateControl<ProxyResource> reconcile(ProxyResource primary, Context<ProxyResource> context)
            throws TransientFailureException, InterruptedException {
        return runtime.reconcile();
    }
}
