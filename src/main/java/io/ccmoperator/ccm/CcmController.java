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

import io.ccmoperator.apply.ApplyEngine;
import io.ccmoperator.apply.ApplyRecorder;
import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.client.DynamicWatches;
import io.ccmoperator.client.InitialSync;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.ReconcileResult;
import java.util.List;
import java.util.function.Supplier;

/** The controller of the CCM resources, its watches and its reconciler. */
public final class CcmController {
    /** What the first reconcile looks at. */
    private static final List<ObjectKey> NEEDED =
            List.of(INFRASTRUCTURE, PROXY, NETWORK, FEATURE_GATE, API_SERVER, CLUSTER_VERSION);

    private final InitialSync first;
    private final CcmReconciler reconciler;

    /**
     * Begins to watch.
     *
     * @param images reads images.json; throws InvalidInputException when it is missing or invalid
     * @param trigger triggers a reconcile of the controller
     */
    public CcmController(
            ClusterAccess cluster,
            ClusterOperatorStatusWriter status,
            ProviderIndex providers,
            FactsReader facts,
            Supplier<ImageReferences> images,
            Runnable trigger) {
        ObjectCache objects = cluster.objects();
        this.first = new InitialSync(objects, NEEDED, trigger);
        objects.watch(KUBE_CONTROLLER_MANAGER, trigger);
        ApplyRecorder recorder = new ApplyRecorder(cluster.events());
        AppliedObjects applied = new AppliedObjects(status);
        ApplyEngine engine = new ApplyEngine(cluster, applied, trigger);
        ResourceReconciler resources = new ResourceReconciler(
                new DynamicWatches(objects, trigger),
                applied,
                engine,
                new Pruning(cluster.server(), recorder),
                new ConfigHashes(objects, recorder, cluster.clock(), engine::requeueAfter),
                cluster.metrics());
        this.reconciler = new CcmReconciler(objects, status, providers, facts, images, resources);
    }

    /** One look at the cluster; the first one waits a moment for what has to be known. */
    public ReconcileResult reconcile() throws InterruptedException {
        first.await();
        return reconciler.reconcile();
    }
}
