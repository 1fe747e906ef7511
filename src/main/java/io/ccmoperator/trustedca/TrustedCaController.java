/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.trustedca;

import static io.ccmoperator.client.ClusterObjects.PROXY;

import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.DynamicWatches;
import io.ccmoperator.client.InitialSync;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.configmaps.ConfigMapWriter;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.status.EventReason;
import io.ccmoperator.status.EventRecorder;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.Warnings;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;

/** The controller of ccm-trusted-ca, put together: what it watches, and what it does when it is triggered. */
public final class TrustedCaController {
    private final InitialSync first;
    private final TrustedCaReconciler reconciler;

    /**
     * Begins to watch.
     *
     * @param systemBundle the certificate authorities of the operating system, a PEM file; whoever sees it change triggers the
     *     controller
     * @param trigger triggers a reconcile of the controller
     */
    public TrustedCaController(
            ApiServer server,
            ObjectCache objects,
            EventRecorder events,
            OperatorMetrics metrics,
            String managedNamespace,
            Path systemBundle,
            Clock clock,
            Runnable trigger) {
        this.first = new InitialSync(objects, List.of(PROXY), trigger);
        this.reconciler = new TrustedCaReconciler(
                objects,
                new DynamicWatches(objects, trigger),
                managedNamespace,
                systemBundle,
                new ConfigMapWriter(server, objects, events, metrics, trigger),
                metrics,
                new Warnings(objects, events, EventReason.TRUSTED_CA_CHECK_FAILED),
                clock);
    }

    /** One look at the cluster; the first one waits a moment for what has to be known. */
    public ReconcileResult reconcile() throws InterruptedException {
        first.await();
        return reconciler.reconcile();
    }
}
