// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.tree.YamlReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Mistakes of authors, each in a provider that is valid otherwise. {@code target/mistakes.md} shows the message of each. */
class MistakesTest {
    private static final Set<String> KEYS = Set.of(
            "mistake",
            "in",
            "set",
            "remove",
            "replace",
            "also",
            "files",
            "without",
            "payload",
            "program",
            "findings",
            "remarks",
            "accepted");

    private static final Map<Mistake, List<String>> REPORTED = new LinkedHashMap<>();

    static Stream<Mistake> mistakes() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources/mistakes"))) {
            return files.sorted().toList().stream().flatMap(MistakesTest::read);
        }
    }

    @SuppressWarnings("unchecked")
    private static Stream<Mistake> read(Path file) {
        try {
            String topic = file.getFileName().toString().replace(".yaml", "").replace('-', ' ');
            return YamlReader.read(Files.readString(file)).stream()
                    .flatMap(document -> ((List<Map<String, Object>>) document.value()).stream())
                    .map(entry -> new Mistake(topic, entry));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void reportsMistakeWithPlaceAndRemedy(Mistake mistake) {
        assertThat(KEYS).containsAll(mistake.entry().keySet());

        List<String> findings = mistake.findings();
        REPORTED.put(mistake, findings);

        assertThat(findings).containsExactlyElementsOf(mistake.expected());
        assertThat(findings.isEmpty()).isEqualTo(!mistake.accepted().isEmpty());
        if (mistake.hasRemarks()) {
            assertThat(mistake.remarks()).containsExactlyElementsOf(mistake.expectedRemarks());
        }
    }

    @AfterAll
    static void writeTable() throws IOException {
        List<String> lines = new ArrayList<>(List.of("| | mistake | message |", "|---|---|---|"));
        REPORTED.forEach((mistake, findings) -> lines.add("| "
                + String.join(
                        " | ", String.valueOf(lines.size() - 1), cell(mistake.toString()), message(mistake, findings))
                + " |"));
        Files.write(Path.of("target/mistakes.md"), lines);
    }

    private static String message(Mistake mistake, List<String> findings) {
        return findings.isEmpty()
                ? "accepted: " + cell(mistake.accepted())
                : String.join("<br>", findings.stream().map(MistakesTest::cell).toList());
    }

    private static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }
}
