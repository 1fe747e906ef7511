// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.ccmoperator.assets.findings.Finding;
import io.ccmoperator.assets.findings.RuleDescription;
import io.ccmoperator.assets.provider.DecodingRulesTest;
import io.ccmoperator.assets.provider.ReadingTest;
import io.ccmoperator.assets.rules.flags.DescriptorRulesTest;
import io.ccmoperator.assets.rules.identity.IdentityRulesTest;
import io.ccmoperator.assets.rules.identity.ReferenceRulesTest;
import io.ccmoperator.assets.rules.pods.BootstrapRulesTest;
import io.ccmoperator.assets.rules.pods.WorkloadRulesTest;
import io.ccmoperator.assets.tree.YamlReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
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
            "accepted",
            "stricter",
            "release");

    private static final Map<Mistake, List<String>> REPORTED = new LinkedHashMap<>();

    /** The rules that a mistake breaks. */
    private static final Set<String> BROKEN = new HashSet<>();

    static Stream<Mistake> mistakes() throws IOException {
        return mistakes("mistakes");
    }

    /** The entries in the files of a folder. */
    static Stream<Mistake> mistakes(String folder) throws IOException {
        try (Stream<Path> files = Files.list(Path.of("src/test/resources", folder))) {
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

        List<Finding> found = mistake.found();
        List<String> findings = mistake.lines(found);
        REPORTED.put(mistake, findings);
        found.forEach(finding -> BROKEN.add(finding.rule()));

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

    /** A rule that nothing breaks is none. */
    @AfterAll
    static void writePageOfRules() throws IOException {
        if (REPORTED.size() < mistakes().count()) {
            return;
        }
        Set<String> broken = new HashSet<>(BROKEN);
        Stream.of(elsewhere(), ofPayload(), ofProviders())
                .flatMap(findings -> findings)
                .forEach(finding -> broken.add(finding.rule()));
        assertThat(broken)
                .containsAll(RuleDescription.all().values().stream()
                        .filter(rule -> rule.purpose() != RuleDescription.Purpose.REMARK)
                        .map(RuleDescription::id)
                        .toList());

        Path written = Path.of("target/rules.md");
        Files.writeString(written, RulesPage.text());
        assertThat(Path.of("../../docs/providers/rules.md"))
                .as(
                        "copy %s to docs/providers/rules.md",
                        written.toAbsolutePath().normalize())
                .hasSameTextualContentAs(written);
    }

    private static Stream<Finding> ofPayload() {
        return PayloadComparisonTest.disagreements().flatMap(disagreement -> disagreement.found().stream());
    }

    private static Stream<Finding> elsewhere() {
        return Stream.of(
                        BootstrapRulesTest.faults(),
                        DecodingRulesTest.faults(),
                        DescriptorRulesTest.faults(),
                        IdentityRulesTest.faults(),
                        ReadingTest.faults(),
                        ReferenceRulesTest.faults(),
                        WorkloadRulesTest.faults())
                .flatMap(faults -> faults)
                .flatMap(fault -> fault.found().stream());
    }

    /** What takes more than one provider, or a file of its own. */
    private static Stream<Finding> ofProviders() {
        GoodProvider fog = GoodProvider.fog();
        return Stream.of(
                        Judgement.findings(List.of(), fog.folder("a:fog"), fog.folder("b:fog")),
                        Judgement.findings(
                                List.of(),
                                fog.folder(),
                                GoodProvider.named("mist").folder()),
                        Judgement.findings(
                                List.of(),
                                GoodProvider.fog()
                                        .with(Fault.DESCRIPTOR, "platform: Azure\n")
                                        .without(Fault.DEPLOYMENT)
                                        .without(Fault.DAEMON_SET)
                                        .without(Fault.POD)
                                        .folder()))
                .flatMap(List::stream);
    }

    private static String message(Mistake mistake, List<String> findings) {
        return findings.isEmpty()
                ? "accepted: " + cell(mistake.accepted())
                : String.join("<br>", findings.stream().map(MistakesTest::cell).toList());
    }

    static String cell(String text) {
        return text.replace("|", "\\|").replace("<", "&lt;");
    }
}
