// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import io.ccmoperator.assets.KubernetesObject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * A Lease of coordination.k8s.io/v1 and its next versions. They keep all other fields of the object. Since they keep
 * metadata.resourceVersion too, the server rejects a write when another client wrote in between.
 *
 * @param object never changed
 */
record Lease(KubernetesObject object) {
    private static final String HOLDER = "holderIdentity";
    private static final String DURATION = "leaseDurationSeconds";
    private static final String ACQUIRED = "acquireTime";
    private static final String RENEWED = "renewTime";
    private static final String TRANSITIONS = "leaseTransitions";

    /** The format of meta/v1 MicroTime, e.g. {@code 2026-01-02T03:04:05.123456Z}. */
    private static final DateTimeFormatter MICRO_TIME = DateTimeFormatter.ofPattern(
                    "uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** A new Lease that this process holds from its creation on. */
    static Lease createdBy(String identity, LeaseSettings settings, Instant time) {
        Map<String, Object> metadata = new LinkedHashMap<>();
        metadata.put("namespace", settings.namespace());
        metadata.put("name", settings.name());
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", settings.key().kind().apiVersion());
        tree.put("kind", settings.key().kind().kind());
        tree.put("metadata", metadata);
        return new Lease(new KubernetesObject(tree)).with(identity, seconds(settings.duration()), time, true, 0);
    }

    /** The identity of the holder; empty when it was released. */
    String holder() {
        return object.fields().string("spec", HOLDER);
    }

    /** When the holder acquired it; empty when that is not known. */
    String acquired() {
        return object.fields().string("spec", ACQUIRED);
    }

    /**
     * How long others wait after a renewal before they acquire the Lease.
     *
     * @param otherwise the value for a Lease without a duration
     */
    Duration duration(Duration otherwise) {
        long seconds = number(DURATION);
        return seconds > 0 ? Duration.ofSeconds(seconds) : otherwise;
    }

    /** The fields of which at least one changes with every renewal and every change of the holder. */
    List<Object> renewal() {
        return Arrays.asList(
                object.fields().at("spec", HOLDER),
                object.fields().at("spec", RENEWED),
                object.fields().at("spec", ACQUIRED),
                object.fields().at("spec", TRANSITIONS));
    }

    /** Acquired at that time; another holder than before is counted. */
    Lease acquiredBy(String identity, Duration duration, Instant time) {
        long transitions = number(TRANSITIONS) + (identity.equals(holder()) ? 0 : 1);
        return with(identity, seconds(duration), time, true, transitions);
    }

    /** With the same holder, which has acquired it before. */
    Lease renewedBy(String identity, Duration duration, Instant time) {
        return with(identity, seconds(duration), time, false, number(TRANSITIONS));
    }

    /** Without a holder. The duration must be positive; client-go sets one second as well. */
    Lease released(Instant time) {
        return with("", 1, time, true, number(TRANSITIONS));
    }

    private Lease with(String identity, long seconds, Instant time, boolean acquired, long transitions) {
        Map<String, Object> spec = new LinkedHashMap<>(object.fields().map("spec"));
        String renewed = MICRO_TIME.format(time);
        if (renewed.equals(object.fields().string("spec", RENEWED))) {
            // Others detect a renewal by the changed time, also if the clock has stopped or was set back.
            renewed = MICRO_TIME.format(time.plus(1, ChronoUnit.MICROS));
        }
        spec.put(HOLDER, identity);
        spec.put(DURATION, seconds);
        if (acquired || object.fields().string("spec", ACQUIRED).isEmpty()) {
            spec.put(ACQUIRED, renewed);
        }
        spec.put(RENEWED, renewed);
        spec.put(TRANSITIONS, transitions);
        Map<String, Object> tree = new LinkedHashMap<>(object.tree());
        tree.put("spec", spec);
        return new Lease(new KubernetesObject(tree));
    }

    /** Rounded up, so that others do not wait for less than the configured duration. */
    private static long seconds(Duration duration) {
        return duration.plusNanos(999_999_999).getSeconds();
    }

    private long number(String field) {
        return object.fields().number("spec", field).orElse(0L);
    }
}
