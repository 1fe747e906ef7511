// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.cluster.Overrides;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

/**
 * What is remembered of the configurations of a workload, in an annotation of it, so that another process continues from there.
 *
 * @param overrides that it has
 * @param lastProven the one that has worked last, as far as it was known when the present one came
 * @param takenBack the configuration whose Pods ended
 */
record ConfigurationRecord(Overrides overrides, Optional<Configuration> lastProven, Optional<TakenBack> takenBack) {
    /** JSON; one that another client broke says nothing. */
    static final String ANNOTATION = "ccmoperator.io/configuration";

    /** Nothing is remembered: no overrides, and no other configuration that has worked. */
    static final ConfigurationRecord NONE = new ConfigurationRecord(Overrides.NONE, Optional.empty(), Optional.empty());

    /**
     * What a workload is given by an administrator.
     *
     * @param copy the name of the copy of cloud-conf that it mounts; empty if it mounts none
     * @param overrides of its programs
     */
    record Configuration(Optional<String> copy, Overrides overrides) {
        private static Configuration of(FieldReader fields) {
            return new Configuration(
                    Optional.of(fields.string("cloudConf")).filter(name -> !name.isEmpty()),
                    Overrides.of(fields.map("overrides")));
        }

        private Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            copy.ifPresent(name -> tree.put("cloudConf", name));
            tree.put("overrides", overrides.tree());
            return tree;
        }
    }

    /**
     * A configuration whose Pods ended.
     *
     * @param identity of the configuration, with all that may let its Pods work another time
     * @param times how often it was tried
     * @param at when its Pods had ended
     * @param words what a Pod said of itself
     */
    record TakenBack(String identity, long times, Instant at, String words) {
        private static final Duration FIRST_PAUSE = Duration.ofMinutes(10);
        private static final int DOUBLED = 6;
        private static final Duration LONGEST_PAUSE = Duration.ofHours(6);

        /** How long it is not tried again: an outage of the cloud may be why its Pods ended. */
        Duration pause() {
            Duration pause = FIRST_PAUSE.multipliedBy(1L << Math.min(DOUBLED, Math.max(0, times - 1)));
            return pause.compareTo(LONGEST_PAUSE) < 0 ? pause : LONGEST_PAUSE;
        }

        private TakenBack notAfter(Instant now) {
            return at.isAfter(now) ? new TakenBack(identity, times, now.truncatedTo(ChronoUnit.SECONDS), words) : this;
        }

        /** When it is tried again. */
        Instant due() {
            return at.plus(pause());
        }

        private static Optional<TakenBack> of(FieldReader fields) {
            return fields.time("at")
                    .map(at -> new TakenBack(
                            fields.string("configuration"),
                            fields.number("times").orElse(1L),
                            at,
                            fields.string("words")));
        }

        private Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("configuration", identity);
            tree.put("times", times);
            tree.put("at", at.toString());
            tree.put("words", words);
            return tree;
        }
    }

    /** That of a workload of the cluster. */
    static ConfigurationRecord of(KubernetesObject live) {
        return read(live.fields().string("metadata", "annotations", ANNOTATION));
    }

    private static ConfigurationRecord read(String text) {
        if (text.isEmpty()) {
            return NONE;
        }
        try {
            FieldReader fields = FieldReader.of(JsonReader.read(text));
            return new ConfigurationRecord(
                    Overrides.of(fields.map("overrides")),
                    Optional.of(fields.field("lastProven"))
                            .filter(FieldReader::exists)
                            .map(Configuration::of),
                    TakenBack.of(fields.field("takenBack")));
        } catch (SyntaxException e) {
            return NONE;
        }
    }

    /**
     * What of it can be true: any client that may write the workload may have written it.
     *
     * @param valid takes settings, and gives those that an administrator could set
     * @param now asked where a time is remembered
     */
    ConfigurationRecord judged(UnaryOperator<Overrides> valid, Supplier<Instant> now) {
        return new ConfigurationRecord(
                valid.apply(overrides),
                lastProven.map(last -> new Configuration(last.copy(), valid.apply(last.overrides()))),
                takenBack.map(back -> back.notAfter(now.get())));
    }

    /** A copy of a workload that remembers this. */
    KubernetesObject annotate(KubernetesObject workload) {
        KubernetesObject copy = workload.copy();
        Map<String, Object> annotations = new FieldWriter(copy.tree()).map("metadata", "annotations");
        if (equals(NONE)) {
            annotations.remove(ANNOTATION);
        } else {
            annotations.put(ANNOTATION, text());
        }
        return copy;
    }

    private String text() {
        Map<String, Object> tree = new LinkedHashMap<>();
        if (!overrides.equals(Overrides.NONE)) {
            tree.put("overrides", overrides.tree());
        }
        lastProven.ifPresent(last -> tree.put("lastProven", last.tree()));
        takenBack.ifPresent(back -> tree.put("takenBack", back.tree()));
        return JsonWriter.compact(tree);
    }
}
