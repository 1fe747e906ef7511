// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Reads tables, strictly. At the top: source, commit and date of what was read, its files, {@code form} (ini, which is the default, json or yaml),
 * {@code ignoreCaseOfKeys} where letter case does not count in JSON or YAML, {@code checkTypes: false} where types are documented and the program
 * alone judges them, and {@code keys}. There:
 *
 * <ul>
 *   <li>a name of a type, or a map whose {@code type} is one: a {@link KeyRule};
 *   <li>{@code [N]}: a list of N;
 *   <li>{@code {a: N, "*": M}}: a map with these members; {@code "*"} is any other one. In INI the names at the top are those of sections, and
 *       {@code Name "*"} is one with any subsection.
 * </ul>
 *
 * An error about one of several values of a list in INI is a warning where the program knows another one. A {@code format} is a name of {@link ValueFormat}, or a map of pattern, is and example. {@code beside} has values of the key, below each of which are
 * other keys of the section with what they have to be then; {@code needs} are keys of the section without which it is not read; {@code default} is the value that counts where a key is not there.
 */
final class TableReader {
    /** After the name of a section. */
    static final String ANY_SUBSECTION = " \"*\"";

    private static final Set<String> ATTRIBUTES =
            Set.of("source", "commit", "date", "files", "form", "ignoreCaseOfKeys", "checkTypes", "keys");

    private static final Set<String> OF_RULES = Set.of(
            "type",
            "words",
            "ignoreCase",
            "empty",
            "trim",
            "separator",
            "format",
            "otherwise",
            "default",
            "beside",
            "needs");

    private static final Set<String> OF_PATTERNS = Set.of("pattern", "is", "example");

    private static final Set<String> OF_OTHERWISE = Set.of("is", "effect", "remedy");

    private final Form form;
    private final Comparator<String> names;

    private TableReader(FieldReader table) {
        this.form = table.field("form").exists() ? constant(table, "form", Form::of) : Form.INI;
        this.names = flag(table, "ignoreCaseOfKeys", false) ? String.CASE_INSENSITIVE_ORDER : form.keys();
    }

    static WordTable resource(String name) {
        return read(YamlReader.resource(TableReader.class, "/configurations/" + name + ".yaml"));
    }

    /**
     * Reads a table.
     *
     * @throws IllegalStateException with the place of what does not belong there or is missing
     */
    static WordTable read(FieldReader table) {
        requireOnly(table, ATTRIBUTES);
        require(table.string("source").matches("[\\w.-]+/[\\w.-]+"), table, "source is not OWNER/REPOSITORY");
        require(table.string("commit").matches("[0-9a-f]{7,40}"), table, "commit is not one, in quotes");
        require(
                table.string("date").matches("[0-9]{4}(-[0-9]{2}){2}"),
                table,
                "date is not one such as \"2026-08-19\"");
        require(!strings(table, "files").isEmpty(), table, "files names none");
        TableReader reader = new TableReader(table);
        if (reader.form == Form.INI) {
            table.field("keys").members().forEach(TableReader::requireSection);
        }
        return new WordTable(reader.members(table.field("keys")), flag(table, "checkTypes", true));
    }

    private static void requireSection(FieldReader section) {
        boolean keys = section.value() instanceof Map<?, ?> map && !(map.get("type") instanceof String);
        require(keys, section, "a section of INI has keys");
        section.members().forEach(key -> require(isRule(key), key, "a key of INI has a type"));
    }

    private static boolean isRule(FieldReader node) {
        return node.value() instanceof String || node.at("type") instanceof String;
    }

    private Node node(FieldReader node) {
        if (node.value() instanceof String) {
            return rule(node, FieldReader.of(Map.of("type", node.value())));
        }
        if (isRule(node)) {
            return rule(node, node);
        }
        if (node.value() instanceof List<?> items) {
            require(items.size() == 1, node, "a list has one kind of items");
            return new Node.Items(node(node.items().get(0)));
        }
        require(node.value() instanceof Map, node, "there is neither a type nor a map nor a list");
        return members(node);
    }

    private Members members(FieldReader node) {
        LinkedHashMap<String, Node> members = new LinkedHashMap<>();
        node.members().forEach(member -> members.put(member.path().name(), node(member)));
        try {
            return Members.of(members, names);
        } catch (IllegalArgumentException e) {
            throw fault(node, e.getMessage());
        }
    }

    private KeyRule rule(FieldReader place, FieldReader rule) {
        requireOnly(rule, OF_RULES);
        Optional<KeyRule.Otherwise> otherwise =
                Optional.of(rule.field("otherwise")).filter(FieldReader::exists).map(TableReader::otherwise);
        AllowedWords words = new AllowedWords(
                strings(rule, "words"),
                flag(rule, "ignoreCase", false),
                flag(rule, "empty", true),
                flag(rule, "trim", false),
                string(rule, "separator"),
                Optional.of(rule.field("format")).filter(FieldReader::exists).map(field -> format(rule, field)));
        require(words.areNone() || otherwise.isPresent(), place, "there are words or a format, but no otherwise");
        String type = rule.string("type");
        try {
            return new KeyRule(
                    form.type(type),
                    words,
                    otherwise,
                    string(rule, "default"),
                    companions(rule.field("beside")),
                    needs(rule.field("needs")));
        } catch (IllegalArgumentException e) {
            throw fault(place, "type " + type + ": " + e.getMessage());
        }
    }

    private static ValueFormat format(FieldReader rule, FieldReader format) {
        if (format.value() instanceof String) {
            return constant(rule, "format", ValueFormat::named);
        }
        requireOnly(format, OF_PATTERNS);
        OF_PATTERNS.forEach(name -> require(!format.string(name).isEmpty(), format, "there is no " + name));
        return new ValueFormat(
                constant(format, "pattern", Pattern::compile).asMatchPredicate(),
                format.string("is"),
                format.string("example"));
    }

    /** Keys that are all needed; a list in their place is of keys of which one is. */
    private List<List<KeyRule.Need>> needs(FieldReader needs) {
        require(!needs.exists() || needs.value() instanceof List, needs, "a list is needed");
        require(!needs.exists() || form == Form.INI, needs, "only keys of INI have others beside them");
        return needs.items().stream().map(TableReader::group).toList();
    }

    private static List<KeyRule.Need> group(FieldReader need) {
        List<String> keys = need.value() instanceof List ? need.strings() : List.of(need.string());
        require(!keys.isEmpty() && !keys.contains(""), need, "a key or a list of keys is needed");
        return keys.stream().map(KeyRule.Need::of).toList();
    }

    /** Below each value of a key the others. */
    private List<KeyRule.Companion> companions(FieldReader beside) {
        require(!beside.exists() || form == Form.INI, beside, "only keys of INI have others beside them");
        List<KeyRule.Companion> companions = new ArrayList<>();
        beside.members()
                .forEach(word -> word.members()
                        .forEach(other -> companions.add(new KeyRule.Companion(
                                word.path().name(), other.path().name(), companion(other)))));
        return companions;
    }

    /** A rule like that of a key, whose type is already said. */
    private KeyRule companion(FieldReader other) {
        Map<String, Object> rule = new LinkedHashMap<>();
        other.members().forEach(attribute -> rule.put(attribute.path().name(), attribute.value()));
        require(
                rule.put("type", "string") == null && rule.containsKey("otherwise"),
                other,
                "there is a type, or no otherwise");
        return rule(other, FieldReader.of(rule));
    }

    private static KeyRule.Otherwise otherwise(FieldReader otherwise) {
        requireOnly(otherwise, OF_OTHERWISE);
        require(!otherwise.string("effect").isEmpty(), otherwise, "there is no effect");
        return new KeyRule.Otherwise(
                constant(otherwise, "is", name -> KeyRule.Otherwise.Severity.valueOf(name.toUpperCase(Locale.ROOT))),
                otherwise.string("effect"),
                string(otherwise, "remedy"));
    }

    private static void requireOnly(FieldReader map, Set<String> attributes) {
        map.members()
                .forEach(member ->
                        require(attributes.contains(member.path().name()), member, "there is no such attribute"));
    }

    private static String string(FieldReader map, String name) {
        FieldReader field = map.field(name);
        require(!field.exists() || !field.string().isEmpty(), field, "a string is needed");
        return field.string();
    }

    private static boolean flag(FieldReader map, String name, boolean absent) {
        FieldReader field = map.field(name);
        require(!field.exists() || field.value() instanceof Boolean, field, "a boolean is needed");
        return field.exists() ? (Boolean) field.value() : absent;
    }

    private static List<String> strings(FieldReader map, String name) {
        FieldReader field = map.field(name);
        boolean good = field.value() instanceof List<?> list
                && !list.isEmpty()
                && list.stream().allMatch(String.class::isInstance);
        require(!field.exists() || good, field, "a list of strings is needed");
        return field.strings();
    }

    private static <T> T constant(FieldReader map, String name, Function<String, T> constants) {
        try {
            return constants.apply(string(map, name));
        } catch (IllegalArgumentException e) {
            throw fault(map.field(name), "'" + map.string(name) + "' is unknown");
        }
    }

    private static void require(boolean good, FieldReader place, String reason) {
        if (!good) {
            throw fault(place, reason);
        }
    }

    private static IllegalStateException fault(FieldReader place, String reason) {
        return new IllegalStateException("table " + place.location() + ": " + reason);
    }
}
