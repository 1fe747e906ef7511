// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig;

import static io.ccmoperator.client.ClusterObjects.CLUSTER_VERSION;
import static io.ccmoperator.client.ClusterObjects.FEATURE_GATE;
import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;
import static io.ccmoperator.client.ClusterObjects.NETWORK;

import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.client.InitialSync;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.status.ReconcileResult;
import java.util.List;

/** The controller of cloud-conf, its watches and its reconciler. */
public final class CloudConfigController {
    private final InitialSync first;
    private final CloudConfigReconciler reconciler;

    /**
     * Begins to watch.
     *
     * @param distribution only OpenShift has a ClusterVersion
     * @param trigger triggers a reconcile of the controller
     */
    public CloudConfigController(
            ClusterAccess cluster,
            ProviderIndex providers,
            Distribution distribution,
            String managedNamespace,
            ReleaseVersion version,
            Runnable trigger) {
        List<ObjectKey> needed = distribution == Distribution.OPENSHIFT
                ? List.of(INFRASTRUCTURE, NETWORK, FEATURE_GATE, CLUSTER_VERSION)
                : List.of(INFRASTRUCTURE, NETWORK, FEATURE_GATE);
        this.first = new InitialSync(cluster.objects(), needed, trigger);
        this.reconciler = new CloudConfigReconciler(cluster, providers, managedNamespace, version, trigger);
    }

    /** Reconciles; the first time it waits a moment for what has to be known. */
    public ReconcileResult reconcile() throws InterruptedException {
        first.await();
        return reconciler.reconcile();
    }
}
