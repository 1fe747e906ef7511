/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.ccm;

import static io.ccmoperator.client.ClusterObjects.API_SERVER;
import static io.ccmoperator.client.ClusterObjects.CLUSTER_VERSION;
import static io.ccmoperator.client.ClusterObjects.FEATURE_GATE;
import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;
import static io.ccmoperator.client.ClusterObjects.KUBE_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.NETWORK;
import static io.ccmoperator.client.ClusterObjects.PROXY;

import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.FirstLook;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.WatchedObjects;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.status.EventRecorder;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.StatusOwner;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The controller of the CCM resources, put together: what it watches, and what it does when it is woken. */
public final class CcmController {
    /** What the first reconcile looks at. */
    private static final List<ObjectKey> NEEDED =
            List.of(INFRASTRUCTURE, PROXY, NETWORK, FEATURE_GATE, API_SERVER, CLUSTER_VERSION);

    private final FirstLook first;
    private final CcmReconciler reconciler;

    /**
     * Begins to watch.
     *
     * @param images reads images.json; throws InvalidInputException when it is missing or broken
     * @param tls the settings that hold; a change of the APIServer {@code cluster} wakes the controller
     * @param wake runs the controller again
     */
    public CcmController(
            ApiServer server,
            WatchedObjects objects,
            StatusOwner status,
            EventRecorder events,
            OperatorMetrics metrics,
            ProviderIndex providers,
            String managedNamespace,
            ReleaseVersion version,
            Supplier<TlsSettings> tls,
            Supplier<ImageReferences> images,
            Clock clock,
            Runnable wake) {
        this.first = new FirstLook(objects, NEEDED, wake);
        objects.watch(KUBE_CONTROLLER_MANAGER, wake);
        ApplyRecorder recorder = new ApplyRecorder(events);
        Deployer deployer = new Deployer(
                objects,
                status,
                new Applier(server, recorder, Pause.SLEEP),
                new Pruning(server, recorder),
                new ConfigHashes(objects, recorder, clock, pause -> wakeAfter(pause, wake)),
                recorder,
                metrics,
                wake);
        FactsReader facts = new FactsReader(objects, managedNamespace, version, tls, clock);
        this.reconciler = new CcmReconciler(objects, status, providers, facts, images, deployer);
    }

    private static void wakeAfter(Duration pause, Runnable wake) {
        CompletableFuture.delayedExecutor(pause.toMillis() + 1, TimeUnit.MILLISECONDS)
                .execute(wake);
    }

    /** One look at the cluster; the first one waits a moment for what has to be known. */
    public ReconcileResult reconcile() throws InterruptedException {
        first.await();
        return reconciler.reconcile();
    }
}
