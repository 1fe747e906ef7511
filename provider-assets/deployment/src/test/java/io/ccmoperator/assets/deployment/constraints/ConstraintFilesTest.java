// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.constraints;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.ccmoperator.assets.deployment.schema.KubernetesSchema;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each definition in the files of constraints: its expressions compile and are short, and a mistake shows its message. */
class ConstraintFilesTest {
    private static final FieldReader FORMATS = Constraints.read("formats.yaml");
    private static final List<FieldReader> FILES =
            List.of(FORMATS, Constraints.read("constraints.yaml"), Constraints.read("policies.yaml"));

    private static final int MOST_CHARACTERS = 120;
    private static final Pattern BRACES = Pattern.compile("(?<!\\{)\\{([^{}]+)}");
    private static final Pattern CALL = Pattern.compile("\\b(" + String.join("|", Expressions.FUNCTIONS) + ")\\(");

    /** A field of the part that is judged, or of what is in it. */
    private static final Pattern FIELD = Pattern.compile("\\b(?:self|value|container)((?:\\.\\??\\w+\\b(?!\\())+)");

    private static final Set<String> TYPES = new TreeSet<>();
    private static final Set<String> FIELDS = new TreeSet<>();

    static {
        FieldReader schemas = schemas();
        schemas.members().forEach(schema -> {
            TYPES.add(schema.path().name().replaceFirst(".*\\.", ""));
            FIELDS.addAll(schema.map("properties").keySet());
        });
    }

    /** Conditions and the expressions in messages. */
    static Stream<String> expressions() {
        return definitions()
                .flatMap(definition -> Stream.concat(
                        Stream.of("cel", "when").map(definition::string).filter(text -> !text.isEmpty()),
                        BRACES.matcher(definition.string("message")).results().map(result -> result.group(1))))
                .distinct();
    }

    static Stream<String> conditions() {
        return definitions()
                .flatMap(definition -> Stream.of("cel", "when").map(definition::string))
                .filter(text -> !text.isEmpty())
                .distinct();
    }

    /** What findings say, as regular expressions. */
    static Stream<String> reasons() {
        return definitions().flatMap(ConstraintFilesTest::reason).distinct();
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void expressionCompilesAndNamesFieldsOfSchema(String expression) {
        assertThatCode(() -> new Expression(expression).program()).doesNotThrowAnyException();
        assertThat(FIELD.matcher(expression)
                        .results()
                        .flatMap(
                                result -> Stream.of(result.group(1).substring(1).split("\\.")))
                        .map(name -> name.replace("?", "")))
                .allMatch(FIELDS::contains);
    }

    @ParameterizedTest
    @MethodSource("conditions")
    void conditionIsShortAndHasOneFunctionOfOurs(String condition) {
        assertThat(condition).hasSizeLessThanOrEqualTo(MOST_CHARACTERS);
        assertThat(CALL.matcher(condition).results().map(MatchResult::group).distinct())
                .hasSizeLessThanOrEqualTo(1);
    }

    /** The tests of the mistakes evaluate what is in a message, and the condition that leads to it. */
    @ParameterizedTest
    @MethodSource("reasons")
    void mistakeShowsReason(String reason) throws IOException {
        assertThat(findings()).anyMatch(Pattern.compile(reason, Pattern.DOTALL).asMatchPredicate());
    }

    @Test
    void typesAndAlternativesAreInSchema() {
        assertThat(types()).isNotEmpty().allSatisfy((type, fields) -> {
            assertThat(TYPES).contains(type);
            fields.stream()
                    .flatMap(field -> ConstraintFilesTest.definitionsIn(field)
                            .flatMap(definition -> definition.strings("oneOf").stream())
                            .map(name -> field.path().name().equals("self")
                                    ? name
                                    : field.path().name() + "." + name))
                    .forEach(path -> assertThat(KubernetesSchema.has(type, path))
                            .as(type + "." + path)
                            .isTrue());
        });
    }

    @Test
    void formatsAreUsed() {
        Set<String> used = FILES.stream().flatMap(ConstraintFilesTest::values).collect(Collectors.toSet());

        assertThat(FORMATS.map().keySet()).allMatch(used::contains);
    }

    private static Stream<String> reason(FieldReader definition) {
        String message = quoted(definition.string("message"));
        if (definition.field("oneOf").exists()) {
            return Stream.of(
                    ".*: is empty; " + message + " requires one of .*", ".*: has .* and .*; " + message + " takes .*");
        } else if (definition.field("enum").exists()) {
            return Stream.of(".*: " + (message.isEmpty() ? "unknown value .*" : message) + "; .*"
                    + quoted(String.join(", ", definition.strings("enum"))));
        } else if (!message.isEmpty()) {
            return Stream.of(".*: " + message);
        } else if (definition.field("required").exists()) {
            return Stream.of(".*: is (missing|empty); " + quoted(definition.string("required")));
        } else if (definition.field("maximum").exists()) {
            return Stream.of(
                    ".*: is .* but has to be from " + definition.at("minimum") + " to " + definition.at("maximum"));
        }
        return definition.field("minimum").exists()
                ? Stream.of(".*: is .* but has to be " + definition.at("minimum") + " or more")
                : Stream.of();
    }

    private static String quoted(String template) {
        StringBuilder pattern = new StringBuilder();
        Matcher braces = BRACES.matcher(template);
        int end = 0;
        while (braces.find()) {
            pattern.append(literal(template.substring(end, braces.start()))).append(".*");
            end = braces.end();
        }
        return pattern.append(literal(template.substring(end))).toString();
    }

    private static String literal(String text) {
        return text.isEmpty() ? "" : Pattern.quote(text.replace("{{", "{").replace("}}", "}"));
    }

    private static List<String> findings() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/mistakes"))) {
            return files.toList().stream()
                    .flatMap(file -> YamlReader.read(read(file)).stream())
                    .flatMap(document -> FieldReader.of(document.value()).items().stream())
                    .flatMap(mistake -> mistake.strings("findings").stream())
                    .toList();
        }
    }

    private static byte[] read(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<FieldReader> definitions() {
        return FILES.stream().flatMap(ConstraintFilesTest::definitionsIn);
    }

    /** The maps in a tree that have keywords. */
    private static Stream<FieldReader> definitionsIn(FieldReader tree) {
        return Stream.concat(
                Stream.of(tree),
                Stream.concat(tree.members().stream(), tree.items().stream())
                        .flatMap(ConstraintFilesTest::definitionsIn));
    }

    /** The strings in a tree. */
    private static Stream<String> values(FieldReader tree) {
        return Stream.concat(
                Stream.of(tree.string()),
                Stream.concat(tree.members().stream(), tree.items().stream()).flatMap(ConstraintFilesTest::values));
    }

    private static Map<String, List<FieldReader>> types() {
        return FILES.stream()
                .filter(file -> !file.equals(FORMATS))
                .flatMap(file -> file.members().stream())
                .flatMap(fields ->
                        Stream.of(fields.path().name().split(", ")).map(type -> Map.entry(type, fields.members())))
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        Map.Entry::getValue,
                        (one, other) ->
                                Stream.concat(one.stream(), other.stream()).toList()));
    }

    private static FieldReader schemas() {
        try (InputStream file = KubernetesSchema.class.getResourceAsStream("kubernetes.json")) {
            return FieldReader.of(JsonReader.read(file.readAllBytes())).field("components", "schemas");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
