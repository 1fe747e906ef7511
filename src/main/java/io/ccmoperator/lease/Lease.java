/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.lease;

import io.ccmoperator.assets.KubernetesObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A Lease of coordination.k8s.io/v1 and the forms in which it is written. They keep whatever else the object holds,
 * metadata.resourceVersion above all: each write is rejected when another client wrote in between.
 *
 * @param object the tree; not changed
 */
record Lease(KubernetesObject object) {
    private static final String HOLDER = "holderIdentity";
    private static final String DURATION = "leaseDurationSeconds";
    private static final String ACQUIRED = "acquireTime";
    private static final String RENEWED = "renewTime";
    private static final String TRANSITIONS = "leaseTransitions";

    /** A Lease that does not exist yet, held from its creation. */
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
        return object.text("spec", HOLDER);
    }

    /**
     * How long its holder may be silent before others take it.
     *
     * @param otherwise the value for a Lease that does not say it
     */
    Duration duration(Duration otherwise) {
        long seconds = number(DURATION);
        return seconds > 0 ? Duration.ofSeconds(seconds) : otherwise;
    }

    /** What changes with every renewal and every change of the holder; as long as it is equal, the Lease was not renewed. */
    List<Object> renewal() {
        return Arrays.asList(
                object.at("spec", HOLDER),
                object.at("spec", RENEWED),
                object.at("spec", ACQUIRED),
                object.at("spec", TRANSITIONS));
    }

    /** With another holder than before; the change is counted. */
    Lease acquiredBy(String identity, Duration duration, Instant time) {
        return with(identity, seconds(duration), time, true, number(TRANSITIONS) + 1);
    }

    /** With the same holder. */
    Lease renewedBy(String identity, Duration duration, Instant time) {
        return with(identity, seconds(duration), time, false, number(TRANSITIONS));
    }

    /** Without a holder. The duration has to be positive; one second is what client-go leaves behind as well. */
    Lease released(Instant time) {
        return with("", 1, time, true, number(TRANSITIONS));
    }

    private Lease with(String identity, long seconds, Instant time, boolean acquired, long transitions) {
        Map<String, Object> spec = new LinkedHashMap<>(object.map("spec"));
        String renewed = MicroTime.otherThan(object.text("spec", RENEWED), time);
        spec.put(HOLDER, identity);
        spec.put(DURATION, seconds);
        if (acquired || object.text("spec", ACQUIRED).isEmpty()) {
            spec.put(ACQUIRED, renewed);
        }
        spec.put(RENEWED, renewed);
        spec.put(TRANSITIONS, transitions);
        Map<String, Object> tree = new LinkedHashMap<>(object.tree());
        tree.put("spec", spec);
        return new Lease(new KubernetesObject(tree));
    }

    /** Rounded up: others must not count less than what this process counts on. */
    private static long seconds(Duration duration) {
        return duration.plusNanos(999_999_999).getSeconds();
    }

    private long number(String field) {
        return object.at("spec", field) instanceof Number number ? number.longValue() : 0;
    }
}
