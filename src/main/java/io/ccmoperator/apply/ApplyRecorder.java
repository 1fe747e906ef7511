// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLog;
import io.ccmoperator.events.EventReason;
import io.ccmoperator.events.EventRecorder;
import io.ccmoperator.events.EventSubject;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Records applied objects as events and log lines. The objects that one run creates are one event, at its end. Used by one thread.
 */
public final class ApplyRecorder implements ApplyEvents {
    private static final ObjectLog LOG = ObjectLog.of(ApplyRecorder.class);

    private static final Logger DELETIONS = Logger.getLogger(ApplyRecorder.class);

    private final EventRecorder events;
    private final List<ObjectKey> created = new ArrayList<>();

    /** @param events where events are recorded */
    public ApplyRecorder(EventRecorder events) {
        this.events = events;
    }

    /** The end of a round. */
    void endOfRound() {
        events.recordCreated(List.copyOf(created));
        created.clear();
    }

    @Override
    public void created(KubernetesObject object) {
        LOG.info(ObjectKey.of(object), "created");
        created.add(ObjectKey.of(object));
    }

    @Override
    public void createFailed(KubernetesObject object, String message) {
        warn(ObjectKey.of(object), EventSubject.of(object), EventReason.RESOURCE_CREATE_FAILED, message);
    }

    @Override
    public void updated(KubernetesObject object) {
        record(object, EventReason.RESOURCE_UPDATE_SUCCESS, "updated to match the desired state");
    }

    @Override
    public void updateFailed(KubernetesObject object, String message) {
        warn(ObjectKey.of(object), EventSubject.of(object), EventReason.RESOURCE_UPDATE_FAILED, message);
    }

    @Override
    public void recreating(KubernetesObject object) {
        record(object, EventReason.RESOURCE_RECREATING, "is deleted and created again: an immutable field differs");
    }

    @Override
    public void recreated(KubernetesObject object) {
        record(object, EventReason.RESOURCE_RECREATE_SUCCESS, "recreated");
    }

    @Override
    public void notOwned(KubernetesObject desired, String message) {
        warn(ObjectKey.of(desired), EventSubject.of(desired), EventReason.RESOURCE_NOT_OWNED, message);
    }

    @Override
    public void contested(KubernetesObject object, String message) {
        warn(ObjectKey.of(object), EventSubject.of(object), EventReason.RESOURCE_CONTESTED, message);
    }

    @Override
    public void deleted(List<ObjectKey> objects) {
        String names = objects.stream().map(ObjectKey::toString).collect(Collectors.joining(", "));
        DELETIONS.infof("deleted, since no longer desired: %s", names);
        events.recordDeleted(objects);
    }

    @Override
    public void deleteFailed(ObjectKey key, String message) {
        warn(key, EventSubject.of(key), EventReason.RESOURCE_DELETE_FAILED, message);
    }

    @Override
    public void configurationCheckFailed(KubernetesObject workload, String message) {
        warn(ObjectKey.of(workload), EventSubject.of(workload), EventReason.CONFIGURATION_CHECK_FAILED, message);
    }

    private void record(KubernetesObject object, EventReason reason, String message) {
        LOG.info(ObjectKey.of(object), message);
        events.record(EventSubject.of(object), reason, object.display() + " " + message);
    }

    private void warn(ObjectKey key, EventSubject subject, EventReason reason, String message) {
        if (events.record(subject, reason, message)) {
            LOG.warn(key, reason.value() + ": " + message);
        }
    }
}
