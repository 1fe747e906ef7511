// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The form of the tables, which their reader takes for granted. */
class TablesTest {
    private static final Path FOLDER = Path.of("main/resources/configurations");

    static Stream<String> names() throws IOException {
        try (Stream<Path> files = Files.list(FOLDER)) {
            return files.map(file -> file.getFileName().toString().replace(".yaml", "")).sorted().toList().stream();
        }
    }

    private static List<String> mistakes(String yaml) {
        FieldReader table = FieldReader.of(YamlReader.read(yaml).get(0).value());
        Mistakes mistakes = new Mistakes(new ArrayList<>());
        mistakes.only(table, Set.of("source", "commit", "date", "files", "keys"));
        mistakes.require(table.string("source").matches("[\\w.-]+/[\\w.-]+"), table, "source is not OWNER/REPOSITORY");
        mistakes.require(table.string("commit").matches("[0-9a-f]{7,40}"), table, "commit is not one, in quotes");
        mistakes.require(table.string("date").matches("[0-9]{4}(-[0-9]{2}){2}"), table, "date is not one");
        mistakes.require(!table.strings("files").isEmpty(), table, "files names none");
        mistakes.node(table.field("keys"));
        return mistakes.lines();
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyTableIsWellFormed(String name) throws IOException {
        assertThat(mistakes(Files.readString(FOLDER.resolve(name + ".yaml")))).isEmpty();
        WordTable.read(name);
    }

    @Test
    void findsMistakes() {
        assertThat(mistakes("""
                        source: repository
                        commit: "0123abc"
                        date: "2026-08-19"
                        files: [a.go]
                        form: ini
                        keys:
                          A: {"b, c": string, B: {words: [a]}, d: text, e: [string]}
                          F: {type: string, word: [a], trim: 1, format: color, needs: b}
                          G: {otherwise: {is: ends, why: w}, format: {pattern: '(', is: a}}
                        """))
                .containsExactly(
                        "form: there is no such attribute",
                        ".: source is not OWNER/REPOSITORY",
                        "keys.A.B: there is neither a type nor a map",
                        "keys.A.d: there is no type text",
                        "keys.A.e: there is neither a type nor a map",
                        "keys.A: 'B' is there twice",
                        "keys.F.word: there is no such attribute",
                        "keys.F.trim: a boolean is needed",
                        "keys.F.format: there is no such format",
                        "keys.F.needs: a list is needed",
                        "keys.F: there are words or a format, but no otherwise",
                        "keys.G.format: a map with pattern, is and example is needed",
                        "keys.G.otherwise.why: there is no such attribute",
                        "keys.G.otherwise: error or warning, and an effect are needed");
    }

    /** A walk that collects what is wrong, with its place. */
    private record Mistakes(List<String> lines) {
        private static final Set<String> FORMATS = Set.of("cidr", "url", "host", "port");

        void node(FieldReader node) {
            if (node.value() instanceof String type) {
                type(node, type);
            } else if (node.at("type") instanceof String || node.at("otherwise", "is") instanceof String) {
                rule(node);
            } else if (node.value() instanceof Map && !node.field("words").exists()) {
                Set<String> names = new HashSet<>();
                node.members().forEach(this::node);
                node.members().stream()
                        .flatMap(member -> Stream.of(member.path().name().split(", ")))
                        .filter(name -> !names.add(name.toLowerCase(Locale.ROOT)))
                        .forEach(name -> require(false, node, "'" + name + "' is there twice"));
            } else {
                require(false, node, "there is neither a type nor a map");
            }
        }

        private void type(FieldReader node, String name) {
            boolean known = Stream.of(KeyType.values())
                    .anyMatch(type -> type.name().toLowerCase(Locale.ROOT).equals(name));
            require(known, node, "there is no type " + name);
        }

        private void rule(FieldReader rule) {
            only(
                    rule,
                    Set.of(
                            "type",
                            "words",
                            "ignoreCase",
                            "empty",
                            "trim",
                            "separator",
                            "format",
                            "otherwise",
                            "needs",
                            "since"));
            for (String flag : List.of("ignoreCase", "empty", "trim")) {
                FieldReader field = rule.field(flag);
                require(!field.exists() || field.value() instanceof Boolean, field, "a boolean is needed");
            }
            format(rule.field("format"));
            FieldReader needs = rule.field("needs");
            require(!needs.exists() || needs.value() instanceof List, needs, "a list is needed");
            FieldReader otherwise = rule.field("otherwise");
            only(otherwise, Set.of("is", "effect", "remedy"));
            require(
                    !otherwise.exists()
                            || Set.of("error", "warning").contains(otherwise.string("is"))
                                    && !otherwise.string("effect").isEmpty(),
                    otherwise,
                    "error or warning, and an effect are needed");
            require(
                    otherwise.exists()
                            || !rule.field("words").exists()
                                    && !rule.field("format").exists(),
                    rule,
                    "there are words or a format, but no otherwise");
            FieldReader since = rule.field("since");
            only(since, Set.of("releases", "words"));
            require(!since.exists() || !since.strings("releases").isEmpty(), since, "there is no release");
        }

        private void format(FieldReader format) {
            if (format.value() instanceof String name) {
                require(FORMATS.contains(name), format, "there is no such format");
            } else if (format.exists()) {
                only(format, Set.of("pattern", "is", "example"));
                require(format.members().size() == 3, format, "a map with pattern, is and example is needed");
            }
        }

        void only(FieldReader map, Set<String> attributes) {
            map.members()
                    .forEach(member ->
                            require(attributes.contains(member.path().name()), member, "there is no such attribute"));
        }

        void require(boolean good, FieldReader place, String reason) {
            if (!good) {
                lines.add((place.path().toString().isEmpty() ? "." : place.path()) + ": " + reason);
            }
        }
    }
}
