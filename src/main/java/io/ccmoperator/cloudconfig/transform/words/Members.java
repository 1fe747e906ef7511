// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Names with what is below each: the keys of a map, the sections of INI, the keys of a section.
 *
 * @param nodes by name, whose letter case does not count
 * @param ranks the place of each name in the table, from 0
 * @param letters the names by {@link #lettersOf}
 */
record Members(Map<String, Node> nodes, Map<String, Integer> ranks, Map<String, String> letters) implements Node {
    /** A name for every one that has no entry of its own. */
    static final String ANY = "*";

    /** Members in the order of a table. */
    static Members of(LinkedHashMap<String, Node> nodes) {
        Map<String, Node> sorted = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Map<String, Integer> ranks = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
        Map<String, String> letters = new HashMap<>();
        nodes.forEach((name, node) -> {
            sorted.put(name, node);
            ranks.put(name, ranks.size());
            letters.put(lettersOf(name), name);
        });
        return new Members(sorted, ranks, letters);
    }

    /** What is left of a name without letter case, {@code -} and {@code _}. */
    static String lettersOf(String name) {
        return name.toLowerCase(Locale.ROOT).replace("-", "").replace("_", "");
    }

    /** The name that is meant by one that the program does not read; empty for one with other letters. */
    Optional<String> meant(String name) {
        return node(name).isPresent() ? Optional.empty() : named(name);
    }

    /** The name of the same letters. */
    Optional<String> named(String name) {
        return Optional.ofNullable(letters.get(lettersOf(name)));
    }

    /** Whether a name has an entry of its own. */
    boolean has(String name) {
        return nodes.containsKey(name);
    }

    /** What is below a name; empty for one that the program does not read. */
    Optional<Node> node(String name) {
        return Optional.ofNullable(nodes.getOrDefault(name, nodes.get(ANY)));
    }

    /** The names in the order of the table. */
    List<String> inOrder() {
        return ranks.keySet().stream()
                .sorted(Comparator.comparingInt(ranks::get))
                .toList();
    }

    /** The rules of keys in the order of the table. */
    Map<String, KeyRule> rules() {
        Map<String, KeyRule> rules = new LinkedHashMap<>();
        for (String name : inOrder()) {
            if (nodes.get(name) instanceof KeyRule rule) {
                rules.put(name, rule);
            }
        }
        return rules;
    }

    /** The place of a name in the table; that of a name that it does not have is after all others. */
    int rank(String name) {
        return ranks.getOrDefault(name, ranks.size());
    }
}
