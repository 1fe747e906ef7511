// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.client.ClusterObjects.KUBE_CONTROLLER_MANAGER;

import io.ccmoperator.apply.ApplyEngine;
import io.ccmoperator.apply.ApplyRecorder;
import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.client.DynamicWatches;
import io.ccmoperator.client.InitialSync;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.ReconcileResult;
import java.util.function.Supplier;

/** The controller of the CCM resources, its watches and its reconciler. */
public final class CcmController {
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
        this.first = new InitialSync(objects, facts.sources(), trigger);
        if (facts.distribution() == Distribution.OPENSHIFT) {
            objects.watch(KUBE_CONTROLLER_MANAGER, trigger);
        }
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

    /** Reconciles; the first time it waits a moment for what has to be known. */
    public ReconcileResult reconcile() throws InterruptedException {
        first.await();
        return reconciler.reconcile();
    }
}
