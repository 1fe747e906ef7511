// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.events;

import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ApiServer.DryRun;
import io.ccmoperator.client.ObjectKey;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/**
 * Records Kubernetes Events. Recording never blocks and never fails: a thread of its own writes them, and when the
 * API server does not take them fast enough, some are lost and the log says so. What is repeated is written again after
 * five minutes at the earliest: a repeated failure must not become a storm of writes.
 *
 * <p>Safe for use by several threads. Messages are made one line of at most 1024 characters; they must not hold the content
 * of a Secret.
 */
public final class EventRecorder {
    private static final Logger LOG = Logger.getLogger(EventRecorder.class);

    /** How long is waited for other objects that are created at the same time, by whichever controller. */
    private static final long COLLECT_MILLIS = 1_000;

    /** How long a repeated Event is not written again. */
    private static final Duration INTERVAL = Duration.ofMinutes(5);

    /** More than a cluster with many failures has at a time; what is evicted is written when it is repeated. */
    private static final int CAPACITY = 200;

    private static final int QUEUE_CAPACITY = 100;
    private static final long IDLE_SECONDS = 10;

    private final ApiServer api;
    private final String instance;
    private final BooleanSupplier leading;
    private final Clock clock;

    /** The last Events and when they were recorded, the most recent ones at the end. */
    private final Map<RecordedEvent, Instant> recent = new LinkedHashMap<>();

    /** Of the last Event's name; begins with the time, so that no other process has used it. */
    private final AtomicLong number;

    private final ThreadPoolExecutor writer;
    private final Supplier<EventSubject> creator;
    private final List<ObjectKey> created = new ArrayList<>();
    private boolean stopping;

    /**
     * @param creator what events about created and deleted objects are about: the ClusterOperator
     * @param instance the name of this process, for reportingInstance: the host's
     * @param leading whether this process may write
     */
    public EventRecorder(
            ApiServer api, Supplier<EventSubject> creator, String instance, BooleanSupplier leading, Clock clock) {
        this.creator = creator;
        this.api = api;
        this.instance = instance;
        this.leading = leading;
        this.clock = clock;
        this.number = new AtomicLong(TimeUnit.MILLISECONDS.toNanos(clock.millis()));
        // No thread while there is nothing to write.
        this.writer = new ThreadPoolExecutor(
                0, 1, IDLE_SECONDS, TimeUnit.SECONDS, new ArrayBlockingQueue<>(QUEUE_CAPACITY), EventRecorder::thread);
    }

    /** Records an Event on an object. Returns whether that is news: it was not recorded within the last minutes. */
    public boolean record(EventSubject subject, EventReason reason, String message) {
        RecordedEvent event = new RecordedEvent(subject, reason, MessageText.of(message));
        Instant now = clock.instant();
        boolean isDue = isDue(event, now);
        if (isDue) {
            enqueue(() -> write(event, now), event.toString());
        }
        return isDue;
    }

    /** Records an Event on the ClusterOperator, about objects that are not the operator's own. */
    public void record(EventReason reason, String message) {
        record(creator.get(), reason, message);
    }

    /**
     * Records that objects were created. All that are created within a second go in one Event, since every write until the
     * cluster is available counts; it names all of them, as far as a message is long.
     *
     * @param objects in the order of their creation; nothing happens if there is none
     */
    public void recordCreated(Collection<ObjectKey> objects) {
        synchronized (created) {
            boolean first = created.isEmpty();
            created.addAll(objects);
            if (first && !created.isEmpty()) {
                enqueue(this::writeCreated, "of created objects");
            }
        }
    }

    /**
     * Records that objects were deleted because they are no longer desired. All go in one Event.
     *
     * @param objects in the order of their deletion; nothing happens if there is none
     */
    public void recordDeleted(Collection<ObjectKey> objects) {
        if (!objects.isEmpty()) {
            record(EventReason.RESOURCE_DELETE_SUCCESS, "deleted, since no longer desired: " + names(objects));
        }
    }

    /**
     * Writes what was recorded, and takes nothing more.
     *
     * @return false if something was left when the deadline had passed
     */
    public boolean stop(Duration deadline) {
        synchronized (created) {
            stopping = true;
            created.notifyAll();
        }
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

    private boolean isDue(RecordedEvent event, Instant now) {
        synchronized (recent) {
            Instant last = recent.get(event);
            if (!leading.getAsBoolean() || last != null && now.isBefore(last.plus(INTERVAL))) {
                return false;
            }
            recent.remove(event);
            recent.put(event, now);
            if (recent.size() > CAPACITY) {
                recent.remove(recent.keySet().iterator().next());
            }
            return true;
        }
    }

    private void enqueue(Runnable write, String event) {
        try {
            writer.execute(write);
        } catch (RejectedExecutionException e) {
            LOG.warnf(
                    "event %s was not written: %s", event, writer.isShutdown() ? "the process ends" : "too many wait");
        }
    }

    private void writeCreated() {
        String message = MessageText.of("created " + collected());
        RecordedEvent event = new RecordedEvent(creator.get(), EventReason.RESOURCE_CREATE_SUCCESS, message);
        Instant now = clock.instant();
        if (isDue(event, now)) {
            write(event, now);
        }
    }

    private String collected() {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(COLLECT_MILLIS);
        synchronized (created) {
            try {
                for (long left = COLLECT_MILLIS; left > 0 && !stopping; left = millisUntil(end)) {
                    created.wait(left);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            String all = names(created);
            created.clear();
            return all;
        }
    }

    private static long millisUntil(long end) {
        return TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime());
    }

    private void write(RecordedEvent event, Instant now) {
        if (!leading.getAsBoolean()) {
            return;
        }
        try {
            api.create(event.document(number.incrementAndGet(), now, instance), DryRun.NONE);
        } catch (ApiException e) {
            LOG.warnf("event %s was not written: %s", event, e.getMessage());
        }
    }

    private static String names(Collection<ObjectKey> objects) {
        return objects.stream().map(ObjectKey::toString).collect(Collectors.joining(", "));
    }

    private static Thread thread(Runnable work) {
        Thread thread = new Thread(work, "events");
        thread.setDaemon(true);
        return thread;
    }
}
