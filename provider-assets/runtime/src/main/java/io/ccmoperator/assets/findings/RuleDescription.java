// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.findings;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * What people know of a rule.
 *
 * @param id its name in messages and descriptors, which stays as it is: kebab case
 * @param purpose what it protects
 * @param text what it requires, or why, in a sentence
 */
public record RuleDescription(String id, Purpose purpose, String text) {
    private static final Map<String, RuleDescription> ALL = load();

    /** What a rule protects. */
    public enum Purpose {
        /** The author: Kubernetes rejects or ignores what breaks the rule. */
        KUBERNETES,
        /** The cluster, and the work of the operator. */
        OPERATOR,
        /** The author, most of the time: what breaks the rule is rarely what is meant. */
        LINT,
        /** Whoever builds: the build prints a breach and continues. */
        REMARK;

        /** The name in files. */
        private String key() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** All rules by their ids, sorted. */
    public static Map<String, RuleDescription> all() {
        return ALL;
    }

    /** @throws IllegalArgumentException if there is no such rule */
    public static RuleDescription of(String id) {
        RuleDescription rule = ALL.get(id);
        if (rule == null) {
            throw new IllegalArgumentException("rules.yaml does not describe the rule " + id);
        }
        return rule;
    }

    private static Map<String, RuleDescription> load() {
        Map<String, RuleDescription> rules = new TreeMap<>();
        FieldReader sections =
                FieldReader.of(YamlReader.read(file()).get(0).map().orElseThrow());
        for (Purpose purpose : Purpose.values()) {
            sections.field(purpose.key())
                    .members()
                    .forEach(rule -> add(rules, rule.path().name(), purpose, rule.string()));
        }
        return Collections.unmodifiableMap(rules);
    }

    private static void add(Map<String, RuleDescription> rules, String id, Purpose purpose, String text) {
        if (rules.put(id, new RuleDescription(id, purpose, text)) != null) {
            throw new IllegalStateException("the rule " + id + " is described twice");
        }
    }

    private static String file() {
        try (InputStream stream = RuleDescription.class.getResourceAsStream("rules.yaml")) {
            return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
