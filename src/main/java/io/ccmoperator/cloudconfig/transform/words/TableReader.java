// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import io.ccmoperator.assets.ReleaseTag;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Reads tables; {@code TablesTest} judges their form. At the top: source, commit and date of what was read, its files, and {@code keys}. There:
 *
 * <ul>
 *   <li>a name of a type, or a map with {@code type} or {@code otherwise}: a {@link KeyRule};
 *   <li>{@code {a: N, "*": M}}: a map with these members; {@code "*"} is any other one. In INI the names at the top are those of sections, and
 *       {@code Name "*"} is one with any subsection;
 *   <li>{@code "a, b": N}: the same for both names.
 * </ul>
 *
 * An error about one of several values of a list in INI is a warning where the program knows another one. A {@code format} is a name of
 * {@link ValueFormat}, or a map of pattern, is and example; {@code needs} are keys of the section without which it is not read, of a nested list
 * one; {@code since} has the first releases that read the key or, with {@code words}, these values.
 */
final class TableReader {
    /** After the name of a section. */
    static final String ANY_SUBSECTION = " \"*\"";

    private TableReader() {}

    static WordTable resource(String name) {
        return read(YamlReader.resource(TableReader.class, "/configurations/" + name + ".yaml"));
    }

    static WordTable read(FieldReader table) {
        return new WordTable(members(table.field("keys")));
    }

    private static Node node(FieldReader node) {
        if (node.value() instanceof String) {
            return rule(FieldReader.of(Map.of("type", node.value())));
        }
        boolean rule = node.at("type") instanceof String || node.at("otherwise", "is") instanceof String;
        return rule ? rule(node) : members(node);
    }

    private static Members members(FieldReader node) {
        LinkedHashMap<String, Node> members = new LinkedHashMap<>();
        node.members().forEach(member -> {
            for (String name : member.path().name().split(", ")) {
                members.put(name, node(member));
            }
        });
        return Members.of(members);
    }

    private static KeyRule rule(FieldReader rule) {
        return new KeyRule(
                KeyType.valueOf(rule.field("type").exists() ? constant(rule, "type") : "STRING"),
                new AllowedWords(
                        rule.strings("words"),
                        Boolean.TRUE.equals(rule.at("ignoreCase")),
                        !Boolean.FALSE.equals(rule.at("empty")),
                        Boolean.TRUE.equals(rule.at("trim")),
                        rule.string("separator"),
                        existing(rule, "format").map(TableReader::format)),
                existing(rule, "otherwise").map(TableReader::otherwise),
                rule.items("needs").stream().map(TableReader::group).toList(),
                existing(rule, "since").map(TableReader::since));
    }

    private static ValueFormat format(FieldReader format) {
        return format.value() instanceof String name
                ? ValueFormat.named(name)
                : new ValueFormat(pattern(format.string("pattern")), format.string("is"), format.string("example"));
    }

    private static Predicate<String> pattern(String pattern) {
        return Pattern.compile(pattern).asMatchPredicate();
    }

    private static List<KeyRule.Need> group(FieldReader need) {
        List<String> keys = need.value() instanceof List ? need.strings() : List.of(need.string());
        return keys.stream().map(KeyRule.Need::of).toList();
    }

    private static KeyRule.Since since(FieldReader since) {
        return new KeyRule.Since(
                since.strings("releases").stream().map(ReleaseTag::new).toList(), since.strings("words"));
    }

    private static KeyRule.Otherwise otherwise(FieldReader otherwise) {
        return new KeyRule.Otherwise(
                KeyRule.Otherwise.Severity.valueOf(constant(otherwise, "is")),
                otherwise.string("effect"),
                otherwise.string("remedy"));
    }

    private static Optional<FieldReader> existing(FieldReader map, String name) {
        return Optional.of(map.field(name)).filter(FieldReader::exists);
    }

    private static String constant(FieldReader map, String name) {
        return map.string(name).toUpperCase(Locale.ROOT);
    }
}
