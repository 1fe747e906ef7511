/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cloudconfig;

import static io.ccmoperator.client.ClusterObjects.CLUSTER_VERSION;
import static io.ccmoperator.client.ClusterObjects.FEATURE_GATE;
import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;
import static io.ccmoperator.client.ClusterObjects.NETWORK;

import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.FirstLook;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.WatchSet;
import io.ccmoperator.client.WatchedObjects;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.configmaps.ConfigMapWriter;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.status.EventReason;
import io.ccmoperator.status.EventRecorder;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.Warnings;
import java.util.List;

/** The controller of cloud-conf, put together: what it watches, and what it does when it is woken. */
public final class CloudConfigController {
    /** What the first reconcile looks at. */
    private static final List<ObjectKey> NEEDED = List.of(INFRASTRUCTURE, NETWORK, FEATURE_GATE, CLUSTER_VERSION);

    private final FirstLook first;
    private final CloudConfigReconciler reconciler;

    /**
     * Begins to watch.
     *
     * @param wake runs the controller again
     */
    public CloudConfigController(
            ApiServer server,
            WatchedObjects objects,
            EventRecorder events,
            OperatorMetrics metrics,
            ProviderIndex providers,
            String managedNamespace,
            ReleaseVersion version,
            Runnable wake) {
        this.first = new FirstLook(objects, NEEDED, wake);
        this.reconciler = new CloudConfigReconciler(
                objects,
                new WatchSet(objects, wake),
                providers,
                version,
                managedNamespace,
                new ConfigMapWriter(server, objects, events, metrics, wake),
                new Warnings(objects, events, EventReason.CLOUD_CONFIG_CHECK_FAILED));
    }

    /** One look at the cluster; the first one waits a moment for what has to be known. */
    public ReconcileResult reconcile() throws InterruptedException {
        first.await();
        return reconciler.reconcile();
    }
}
