// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.overview;

import io.ccmoperator.assets.text.MessageText;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/**
 * The state of the operator in a cluster. Strings that are not known are empty.
 *
 * @param health of all that follows
 * @param facts such as the platform, by name; their members in the order of the alphabet
 * @param conditions of the ClusterOperator: type, status, reason, message, since
 * @param objects those that are applied: kind, namespace, name, state; of workloads also available and desired, numbers of Pods
 * @param others cloud controller managers beside the one that is applied: as objects; of a Lease also holder
 * @param sources what the operator makes its ConfigMaps of: of, source
 * @param cloud the nodes and Services that wait for the cloud: kind, namespace, name, since, message
 * @param waitsFor message, and what it is about: kind, namespace, name and state of an object, or type and reason of a condition
 * @param events the last ones, newest first: time, type, reason, kind, namespace, name, count, message
 * @param unreadable one line each: what the user may not read
 */
public record Overview(
        Health health,
        Map<String, Fact> facts,
        List<Map<String, String>> conditions,
        List<Map<String, String>> objects,
        List<Map<String, String>> others,
        List<Map<String, String>> sources,
        List<Map<String, String>> cloud,
        List<Map<String, String>> waitsFor,
        List<Map<String, String>> events,
        List<String> unreadable) {
    /** Makes all strings such as {@link MessageText} allows: other clients write conditions, events and names, too. */
    public Overview {
        Map<String, Fact> shown = new LinkedHashMap<>();
        facts.forEach((name, fact) ->
                shown.put(name, new Fact(MessageText.oneLine(fact.text()), shown(new TreeMap<>(fact.members())))));
        facts = shown;
        conditions = rows(conditions);
        objects = rows(objects);
        others = rows(others);
        sources = rows(sources);
        cloud = rows(cloud);
        waitsFor = rows(waitsFor);
        events = rows(events);
        unreadable = unreadable.stream().map(MessageText::oneLine).toList();
    }

    private static List<Map<String, String>> rows(List<Map<String, String>> rows) {
        return rows.stream().map(Overview::shown).toList();
    }

    private static Map<String, String> shown(Map<String, String> strings) {
        Map<String, String> shown = new LinkedHashMap<>();
        strings.forEach((name, value) -> shown.put(name, MessageText.oneLine(value)));
        return shown;
    }

    /**
     * What is known of one thing.
     *
     * @param text for people
     * @param members what programs would have to take out of the text; empty where that is one value
     */
    public record Fact(String text, Map<String, String> members) {
        /** One value. */
        public static Fact of(String value) {
            return new Fact(value, Map.of());
        }

        /** Why there is nothing of which programs could have members. */
        static Fact without(String message) {
            return new Fact(message, Map.of("message", message));
        }
    }

    /** How the operator is, from good to bad. */
    public enum Health {
        HEALTHY,
        PROGRESSING,
        UNHEALTHY
    }

    /** The overview as JSON and YAML have it. */
    public Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("health", health.name().toLowerCase(Locale.ROOT));
        facts.forEach((name, fact) -> tree.put(name, fact.members().isEmpty() ? fact.text() : fact.members()));
        tree.put("conditions", conditions);
        tree.put("objects", objects);
        tree.put("others", others);
        tree.put("sources", sources);
        tree.put("cloud", cloud);
        tree.put("waitsFor", waitsFor);
        tree.put("events", events);
        tree.put("unreadable", unreadable);
        return tree;
    }
}
