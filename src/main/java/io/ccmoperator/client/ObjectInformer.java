/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesObject;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import io.fabric8.kubernetes.client.Client;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.impl.DefaultSharedIndexInformer;
import java.time.Clock;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicBoolean;

/** The client's informer of one object, and what it reports of the object. */
final class ObjectInformer implements ResourceEventHandler<ClusterResource> {
    private static final ObjectLog LOG = ObjectLog.of(ObjectInformer.class);

    private final CacheEntry object;
    private final ObjectListerWatcher listerWatcher;
    private final DefaultSharedIndexInformer<ClusterResource, DefaultKubernetesResourceList<ClusterResource>> informer;
    private volatile String lastFailure = "";

    /** @param watchLists see {@link ObjectListerWatcher} */
    ObjectInformer(
            CacheEntry object,
            Client client,
            Executor executor,
            AtomicBoolean watchLists,
            ClientTimings timings,
            Clock clock) {
        this.object = object;
        listerWatcher = new ObjectListerWatcher(
                object.key(), Operations.of(client, object.key()), this::listed, watchLists, timings, clock);
        informer = new DefaultSharedIndexInformer<>(ClusterResource.class, listerWatcher, 0, executor);
        informer.exceptionHandler((started, failure) -> failed(failure));
        informer.addEventHandler(this);
    }

    /** Returns at once. */
    void start() {
        informer.start();
    }

    void stop() {
        informer.stop();
        listerWatcher.stop();
    }

    /** False when the informer has ended, which only {@link #stop} does. */
    boolean isAlive() {
        return informer.isRunning();
    }

    void checkSilence() {
        listerWatcher.checkSilence();
    }

    /** Every failure is tried again, for as long as it takes. */
    private boolean failed(Throwable failure) {
        if (ObjectListerWatcher.isMissingKind(failure)) {
            object.update(CachedObject::withoutKind, null);
        } else {
            String reason = ConnectionFault.refusal(failure);
            if (!reason.isEmpty() && !reason.equals(lastFailure)) {
                LOG.warn(object.key(), "cannot watch, retrying: " + reason);
            }
            lastFailure = reason;
        }
        return true;
    }

    private void listed(Optional<KubernetesObject> manifest, String version) {
        if (!lastFailure.isEmpty()) {
            LOG.info(object.key(), "watch established again");
            lastFailure = "";
        }
        object.update(known -> known.begun(manifest, version), null);
    }

    @Override
    public void onAdd(ClusterResource added) {
        object.update(known -> known.changed(added.manifest()), null);
    }

    @Override
    public void onUpdate(ClusterResource old, ClusterResource changed) {
        object.update(known -> known.changed(changed.manifest()), null);
    }

    /** A deletion that was not watched is known from the list. */
    @Override
    public void onDelete(ClusterResource last, boolean deletedFinalStateUnknown) {
        if (!deletedFinalStateUnknown) {
            object.update(known -> known.deleted(last.manifest()), null);
        }
    }
}
