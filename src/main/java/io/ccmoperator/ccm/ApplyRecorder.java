/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.ccm;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.EventReason;
import io.ccmoperator.status.EventRecorder;
import io.ccmoperator.status.EventSubject;
import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;
import org.jboss.logging.Logger.Level;
import org.jboss.logging.MDC;

/**
 * Makes events and log lines of what is applied. What one round creates goes into one event, at its end. Used by one thread.
 */
final class ApplyRecorder implements ApplyEvents {
    private static final Logger LOG = Logger.getLogger(ApplyRecorder.class);

    private final EventRecorder events;
    private final List<ObjectKey> created = new ArrayList<>();

    ApplyRecorder(EventRecorder events) {
        this.events = events;
    }

    /** The end of a round. */
    void endOfRound() {
        events.recordCreated(List.copyOf(created));
        created.clear();
    }

    @Override
    public void created(Manifest object) {
        log(Level.INFO, EventSubject.of(object), "created");
        created.add(ObjectKey.of(object));
    }

    @Override
    public void createFailed(Manifest object, String message) {
        warn(EventSubject.of(object), EventReason.RESOURCE_CREATE_FAILED, message);
    }

    @Override
    public void updated(Manifest object) {
        tell(object, EventReason.RESOURCE_UPDATE_SUCCESS, "brought back to the desired state");
    }

    @Override
    public void updateFailed(Manifest object, String message) {
        warn(EventSubject.of(object), EventReason.RESOURCE_UPDATE_FAILED, message);
    }

    @Override
    public void recreating(Manifest object) {
        tell(object, EventReason.RESOURCE_RECREATING, "is deleted and created: what differs cannot be changed");
    }

    @Override
    public void recreated(Manifest object) {
        tell(object, EventReason.RESOURCE_RECREATE_SUCCESS, "created anew");
    }

    @Override
    public void deleteFailed(ObjectKey key, String message) {
        warn(EventSubject.of(key), EventReason.RESOURCE_DELETE_FAILED, message);
    }

    @Override
    public void configurationCheckFailed(Manifest workload, String message) {
        warn(EventSubject.of(workload), EventReason.CONFIGURATION_CHECK_FAILED, message);
    }

    private void tell(Manifest object, EventReason reason, String message) {
        log(Level.INFO, EventSubject.of(object), message);
        events.record(EventSubject.of(object), reason, object.display() + " " + message);
    }

    private void warn(EventSubject subject, EventReason reason, String message) {
        log(Level.WARN, subject, reason.text() + ": " + message);
        events.record(subject, reason, message);
    }

    /** The object is in the text for people, and in fields for programs. */
    private static void log(Level level, EventSubject object, String message) {
        MDC.put("kind", object.kind());
        MDC.put("namespace", object.namespace());
        MDC.put("name", object.name());
        String namespace = object.namespace().isEmpty() ? "" : object.namespace() + "/";
        LOG.logf(level, "%s %s%s: %s", object.kind(), namespace, object.name(), message);
        MDC.remove("kind");
        MDC.remove("namespace");
        MDC.remove("name");
    }
}
