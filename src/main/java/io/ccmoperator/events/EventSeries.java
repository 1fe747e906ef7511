// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.events;

import io.ccmoperator.assets.KubernetesObject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * One Event and its count. It is written for the first few occurrences, and then at most every five minutes: a
 * repeated failure must not become a storm of writes.
 *
 * @param event what is repeated
 * @param name metadata.name
 * @param first when it happened first
 * @param last when it happened last
 * @param count how often it happened
 * @param written when it was last due to be written
 */
record EventSeries(Key event, String name, Instant first, Instant last, int count, Instant written) {
    private static final int WRITTEN_AT_ONCE = 3;
    private static final Duration INTERVAL = Duration.ofMinutes(5);

    /** The API server drops an Event an hour after its last write; what happens later than that is a new one. */
    private static final Duration KEPT = Duration.ofHours(1);

    private static final String COMPONENT = "ccm-operator";

    /** Leaves room for the number after it in a name of at most 253 characters. */
    private static final int MAX_PREFIX = 200;

    /**
     * What repeated Events have in common.
     *
     * @param subject the object concerned
     * @param reason what happened
     * @param message at most 1024 characters, one line
     */
    record Key(EventSubject subject, EventReason reason, String message) {
        /** Reason, kind, namespace and name, for the log. */
        @Override
        public String toString() {
            String namespace = subject.namespace().isEmpty() ? "" : subject.namespace() + "/";
            return reason.value() + " of " + subject.kind() + " " + namespace + subject.name();
        }
    }

    /**
     * Its first occurrence.
     *
     * @param number unique among the Events of all processes
     */
    static EventSeries of(Key event, long number, Instant now) {
        return new EventSeries(event, name(event.subject(), number), now, now, 1, now);
    }

    /** Names of roles and the like may hold characters that those of Events may not. */
    static String name(EventSubject subject, long number) {
        String plain = subject.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        String prefix = plain.substring(0, Math.min(plain.length(), MAX_PREFIX)).replaceAll("^-|-$", "");
        return (prefix.isEmpty() ? COMPONENT : prefix) + "." + Long.toHexString(number);
    }

    /** Once more. */
    EventSeries again(Instant now) {
        boolean due = count < WRITTEN_AT_ONCE || !now.isBefore(written.plus(INTERVAL));
        return new EventSeries(event, name, first, now, count + 1, due ? now : written);
    }

    /** Whether the last occurrence has to be written. */
    boolean isDue() {
        return written.equals(last);
    }

    /** Whether the Event is deleted by now, so that another occurrence begins a new one. */
    boolean isOver(Instant now) {
        return !now.isBefore(written.plus(KEPT));
    }

    /**
     * The Event as the API has it (core/v1).
     *
     * @param instance the name of this process
     */
    KubernetesObject document(String instance) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", "v1");
        tree.put("kind", "Event");
        tree.put("metadata", Map.of("namespace", event.subject().eventNamespace(), "name", name));
        tree.put("involvedObject", event.subject().tree());
        tree.put("reason", event.reason().value());
        tree.put("message", event.message());
        tree.put("type", event.reason().type());
        tree.put("count", count);
        tree.put("firstTimestamp", timestamp(first));
        tree.put("lastTimestamp", timestamp(last));
        tree.put("source", Map.of("component", COMPONENT, "host", instance));
        tree.put("reportingComponent", COMPONENT);
        tree.put("reportingInstance", instance);
        return new KubernetesObject(tree);
    }

    private static String timestamp(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
