/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.configmaps;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ApiServer.Persistence;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLog;
import io.ccmoperator.metrics.DriftMemory;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.status.EventReason;
import io.ccmoperator.status.EventRecorder;
import io.ccmoperator.status.EventSubject;
import java.util.List;
import java.util.Optional;

/**
 * Makes ConfigMaps hold what a controller wants them to hold. One that does already costs no request. What was there before
 * stays until the new content is accepted; an immutable one is deleted and created once the server has said that it would
 * accept it.
 */
public final class ConfigMapWriter {
    private static final ObjectLog LOG = ObjectLog.of(ConfigMapWriter.class);

    /** How often it is written within one call when others change it meanwhile. */
    private static final int ATTEMPTS = 5;

    private final ApiServer server;
    private final ObjectCache objects;
    private final EventRecorder events;
    private final OperatorMetrics metrics;
    private final DriftMemory<ObjectKey> drift = new DriftMemory<>();
    private final Runnable trigger;

    /**
     * @param objects watches what is written, and records the writes
     * @param trigger the controller's own, which its own writes do not trigger
     */
    public ConfigMapWriter(
            ApiServer server, ObjectCache objects, EventRecorder events, OperatorMetrics metrics, Runnable trigger) {
        this.server = server;
        this.objects = objects;
        this.events = events;
        this.metrics = metrics;
        this.trigger = trigger;
    }

    /**
     * Writes a ConfigMap, if it is not as wanted already. It has to be watched.
     *
     * @return whether anything was written
     * @throws ApiException if it cannot be written; an event is recorded
     */
    public boolean write(DesiredConfigMap desired) {
        CacheState observed = objects.state(desired.key());
        Optional<KubernetesObject> live = observed.isSynced() ? observed.object() : server.get(desired.key());
        try {
            boolean written = write(desired, live);
            metrics.settled(desired.key().kind().kind(), drift.settle(desired.key(), desired, written));
            return written;
        } catch (ApiException e) {
            boolean there = objects.state(desired.key()).object().isPresent();
            events.record(
                    EventSubject.of(desired.key()),
                    there ? EventReason.RESOURCE_UPDATE_FAILED : EventReason.RESOURCE_CREATE_FAILED,
                    e.getMessage());
            throw e;
        }
    }

    private boolean write(DesiredConfigMap desired, Optional<KubernetesObject> known) {
        Optional<KubernetesObject> live = known;
        for (int attempt = 1; ; attempt++) {
            if (live.isPresent() && desired.isLike(live.get())) {
                return false;
            }
            try {
                KubernetesObject written = live.isPresent() ? update(desired, live.get()) : create(desired);
                objects.recordWrite(written, trigger);
                return true;
            } catch (ApiException e) {
                if (attempt == ATTEMPTS || !e.isConflict() && !(e.isNotFound() && live.isPresent())) {
                    throw e;
                }
                live = server.get(desired.key());
            }
        }
    }

    private KubernetesObject create(DesiredConfigMap desired) {
        KubernetesObject created = server.create(desired.document(Optional.empty()), Persistence.STORED);
        LOG.info(desired.key(), "created");
        events.recordCreated(List.of(desired.key()));
        return created;
    }

    private KubernetesObject update(DesiredConfigMap desired, KubernetesObject live) {
        if (DesiredConfigMap.isImmutable(live)) {
            return recreate(desired, live);
        }
        KubernetesObject updated = server.replace(desired.replacement(live), Persistence.STORED);
        record(updated, EventReason.RESOURCE_UPDATE_SUCCESS, "written");
        return updated;
    }

    private KubernetesObject recreate(DesiredConfigMap desired, KubernetesObject live) {
        ask(desired);
        record(live, EventReason.RESOURCE_RECREATING, "deleted and created, because it is immutable");
        server.delete(desired.key(), live.text("metadata", "uid"));
        KubernetesObject created = server.create(desired.document(Optional.of(live)), Persistence.STORED);
        record(created, EventReason.RESOURCE_RECREATE_SUCCESS, "recreated");
        return created;
    }

    /** What the server would refuse must not cost what is there. */
    private void ask(DesiredConfigMap desired) {
        try {
            server.create(desired.underOtherName().document(Optional.empty()), Persistence.DRY_RUN);
        } catch (ApiException e) {
            // One of that name is there already. The server looks at that last: it has nothing against the rest.
            if (!e.isConflict()) {
                throw e;
            }
        }
    }

    private void record(KubernetesObject object, EventReason reason, String what) {
        LOG.info(ObjectKey.of(object), what);
        events.record(EventSubject.of(object), reason, object.display() + " " + what);
    }
}
