// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.trustedca;

import static io.ccmoperator.client.ClusterObjects.PROXY;

import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.client.InitialSync;
import io.ccmoperator.status.ReconcileResult;
import java.nio.file.Path;
import java.util.List;

/** The controller of ccm-trusted-ca, its watches and its reconciler. */
public final class TrustedCaController {
    private final InitialSync first;
    private final TrustedCaReconciler reconciler;

    /**
     * Begins to watch.
     *
     * @param systemBundle the certificate authorities of the operating system, a PEM file; whoever sees it change
     * triggers the
     *     controller
     * @param trigger triggers a reconcile of the controller
     */
    public TrustedCaController(ClusterAccess cluster, String managedNamespace, Path systemBundle, Runnable trigger) {
        this.first = new InitialSync(cluster.objects(), List.of(PROXY), trigger);
        this.reconciler = new TrustedCaReconciler(cluster, managedNamespace, systemBundle, trigger);
    }

    /** Reconciles; the first time it waits a moment for what has to be known. */
    public ReconcileResult reconcile() throws InterruptedException {
        first.await();
        return reconciler.reconcile();
    }
}
