// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.events;

import io.ccmoperator.assets.KubernetesObject;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** An Event as the API has it (core/v1). */
final class EventDocument {
    private static final String COMPONENT = "ccm-operator";

    /** Leaves room for the number after it in a name of at most 253 characters. */
    private static final int MAX_PREFIX = 200;

    private EventDocument() {}

    /** The whole object. */
    static KubernetesObject of(EventKey event, EventSeries series, String instance) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", "v1");
        tree.put("kind", "Event");
        tree.put("metadata", Map.of("namespace", event.subject().eventNamespace(), "name", series.name()));
        tree.put("involvedObject", event.subject().tree());
        tree.put("reason", event.reason().value());
        tree.put("message", event.message());
        tree.put("type", event.reason().type());
        tree.put("count", series.count());
        tree.put("firstTimestamp", timestamp(series.first()));
        tree.put("lastTimestamp", timestamp(series.last()));
        tree.put("source", Map.of("component", COMPONENT, "host", instance));
        tree.put("reportingComponent", COMPONENT);
        tree.put("reportingInstance", instance);
        return new KubernetesObject(tree);
    }

    /**
     * A name for a new Event. Names of roles and the like may hold characters that those of Events may not.
     *
     * @param number unique among the Events of the process
     */
    static String name(EventSubject subject, long number) {
        String plain = subject.name().toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "-");
        String prefix = plain.substring(0, Math.min(plain.length(), MAX_PREFIX)).replaceAll("^-|-$", "");
        return (prefix.isEmpty() ? COMPONENT : prefix) + "." + Long.toHexString(number);
    }

    private static String timestamp(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS).toString();
    }
}
