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
import io.ccmoperator.client.InitialSync;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.EventRecorder;
import io.ccmoperator.status.ReconcileResult;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** The controller of the CCM resources, put together: what it watches, and what it does when it is triggered. */
public final class CcmController {
    /** What the first reconcile looks at. */
    private static final List<ObjectKey> NEEDED =
            List.of(INFRASTRUCTURE, PROXY, NETWORK, FEATURE_GATE, API_SERVER, CLUSTER_VERSION);

    private final InitialSync first;
    private final CcmReconciler reconciler;

    /**
     * Begins to watch.
     *
     * @param images reads images.json; throws InvalidInputException when it is missing or broken
     * @param tls the settings that hold; a change of the APIServer {@code cluster} triggers the controller
     * @param trigger triggers a reconcile of the controller
     */
    public CcmController(
            ApiServer server,
            ObjectCache objects,
            ClusterOperatorStatusWriter status,
            EventRecorder events,
            OperatorMetrics metrics,
            ProviderIndex providers,
            String managedNamespace,
            ReleaseVersion version,
            Supplier<TlsSettings> tls,
            Supplier<ImageReferences> images,
            Clock clock,
            Runnable trigger) {
        this.first = new InitialSync(objects, NEEDED, trigger);
        objects.watch(KUBE_CONTROLLER_MANAGER, trigger);
        ApplyRecorder recorder = new ApplyRecorder(events);
        ResourceReconciler deployer = new ResourceReconciler(
                objects,
                status,
                new Applier(server, recorder, Sleeper.SLEEP),
                new Pruning(server, recorder),
                new ConfigHashes(objects, recorder, clock, pause -> requeueAfter(pause, trigger)),
                recorder,
                metrics,
                trigger);
        FactsReader facts = new FactsReader(objects, managedNamespace, version, tls, clock);
        this.reconciler = new CcmReconciler(objects, status, providers, facts, images, deployer);
    }

    private static void requeueAfter(Duration pause, Runnable trigger) {
        CompletableFuture.delayedExecutor(pause.toMillis() + 1, TimeUnit.MILLISECONDS)
                .execute(trigger);
    }

    /** One look at the cluster; the first one waits a moment for what has to be known. */
    public ReconcileResult reconcile() throws InterruptedException {
        first.await();
        return reconciler.reconcile();
    }
}
