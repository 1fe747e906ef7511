// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.events;

import io.ccmoperator.assets.KubernetesObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/**
 * What an Event says; repeated ones are equal.
 *
 * @param subject the object concerned
 * @param reason what happened
 * @param message at most 1024 characters, one line
 */
record RecordedEvent(EventSubject subject, EventReason reason, String message) {
    private static final String COMPONENT = "ccm-operator";

    /** Leaves room for the number after it in a name of at most 253 characters. */
    private static final int MAX_PREFIX = 200;

    /**
     * The Event as the API has it (core/v1).
     *
     * @param number unique among the Events of all processes
     * @param instance the name of this process
     */
    KubernetesObject document(long number, Instant now, String instance) {
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", "v1");
        tree.put("kind", "Event");
        tree.put("metadata", Map.of("namespace", subject.eventNamespace(), "name", name(number)));
        tree.put("involvedObject", subject.tree());
        tree.put("reason", reason.value());
        tree.put("message", message);
        tree.put("type", reason.type());
        tree.put("count", 1);
        tree.put("firstTimestamp", time);
        tree.put("lastTimestamp", time);
        tree.put("source", Map.of("component", COMPONENT, "host", instance));
        tree.put("reportingComponent", COMPONENT);
        tree.put("reportingInstance", instance);
        return new KubernetesObject(tree);
    }

    /** Names of roles and the like may hold characters that those of Events may not. */
    private String name(long number) {
        String plain = subject.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        String prefix = plain.substring(0, Math.min(plain.length(), MAX_PREFIX)).replaceAll("^-|-$", "");
        return (prefix.isEmpty() ? COMPONENT : prefix) + "." + Long.toHexString(number);
    }

    /** Reason, kind, namespace and name, for the log. */
    @Override
    public String toString() {
        String namespace = subject.namespace().isEmpty() ? "" : subject.namespace() + "/";
        return reason.value() + " of " + subject.kind() + " " + namespace + subject.name();
    }
}
