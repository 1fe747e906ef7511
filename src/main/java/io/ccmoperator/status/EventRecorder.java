/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.status;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ApiServer.Persistence;
import io.ccmoperator.client.ObjectKey;
import java.time.Clock;
import java.time.Duration;
import java.util.Collection;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;

/**
 * Records Kubernetes Events. Recording never blocks and never fails: a thread of its own writes them, and when the API server
 * does not take them fast enough, some are lost and the log says so. What happens again raises the count of the same Event,
 * which is written for the first three times and then at most every five minutes.
 *
 * <p>Safe for use by several threads. Messages are made one line of at most 1024 characters; they must not hold the content
 * of a Secret.
 */
public final class EventRecorder {
    private static final Logger LOG = Logger.getLogger(EventRecorder.class);

    private static final int QUEUE_CAPACITY = 100;
    private static final long IDLE_SECONDS = 10;

    private final ApiServer api;
    private final String instance;
    private final BooleanSupplier leading;
    private final Clock clock;
    private final EventAggregation aggregation = new EventAggregation();
    private final ThreadPoolExecutor writer;

    /**
     * @param instance the name of this process, for reportingInstance: the host's
     * @param leading whether this process may write
     */
    public EventRecorder(ApiServer api, String instance, BooleanSupplier leading, Clock clock) {
        this.api = api;
        this.instance = instance;
        this.leading = leading;
        this.clock = clock;
        // No thread while there is nothing to write.
        this.writer = new ThreadPoolExecutor(
                0, 1, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE_CAPACITY), EventRecorder::thread);
    }

    /** Records an Event on an object. */
    public void record(EventSubject subject, EventReason reason, String message) {
        EventKey event = new EventKey(subject, reason, OneLine.of(message));
        aggregation.add(event, clock.instant()).ifPresent(series -> enqueue(event, series));
    }

    /**
     * Records that objects were created. All that one reconcile creates goes in one Event, since every write until the
     * cluster is available counts; it names them all, and only when that is too long, another one goes on.
     *
     * @param subject what they were created for: the ClusterOperator
     * @param created in the order of their creation; nothing happens if there is none
     */
    public void recordCreated(EventSubject subject, Collection<ObjectKey> created) {
        for (String message : CreatedMessage.of(created)) {
            record(subject, EventReason.RESOURCE_CREATE_SUCCESS, message);
        }
    }

    /**
     * Writes what was recorded, and takes nothing more.
     *
     * @return false if something was left when the deadline had passed
     */
    public boolean stop(Duration deadline) {
        writer.shutdown();
        try {
            if (writer.awaitTermination(deadline.toMillis(), TimeUnit.MILLISECONDS)) {
                return true;
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        LOG.warnf(
                "%d events were not written before the end of the process",
                writer.shutdownNow().size());
        return false;
    }

    private void enqueue(EventKey event, EventSeries series) {
        try {
            writer.execute(() -> write(event, series));
        } catch (RejectedExecutionException e) {
            LOG.warnf(
                    "event %s was not written: %s", event, writer.isShutdown() ? "the process ends" : "too many wait");
        }
    }

    private void write(EventKey event, EventSeries series) {
        if (!leading.getAsBoolean()) {
            return;
        }
        Manifest document = EventDocument.of(event, series, instance);
        try {
            if (series.count() == 1) {
                api.create(document, Persistence.STORED);
            } else {
                replace(document);
            }
        } catch (ApiException e) {
            LOG.warnf("event %s was not written: %s", event, e.getMessage());
        }
    }

    /** The first write may have failed, or the Event may have been dropped since. */
    private void replace(Manifest document) {
        try {
            api.replace(document, Persistence.STORED);
        } catch (ApiException e) {
            if (!e.isNotFound()) {
                throw e;
            }
            api.create(document, Persistence.STORED);
        }
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "events");
        thread.setDaemon(true);
        return thread;
    }
}
