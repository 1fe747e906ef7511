// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.deployment.GoodProvider;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * An API server refuses the mistakes that the rules refuse, and takes what they accept, or the entry of the mistake says why not.
 * {@code target/oracle.md} shows what the server says.
 */
class OracleIT {
    private static final String REQUIRED = "api-server.required";

    private static final Map<Mistake, Optional<String>> REFUSALS = new LinkedHashMap<>();

    @TempDir
    private static Path folder;

    private static Oracle oracle;

    @BeforeAll
    static void start() {
        Optional<Oracle> started = Oracle.start(folder);
        if (started.isEmpty() && Boolean.getBoolean(REQUIRED)) {
            throw new IllegalStateException("-D" + REQUIRED + " is set, but there is " + Oracle.MISSING);
        }
        assumeTrue(started.isPresent(), Oracle.MISSING);
        oracle = started.get();
        oracle.createNamespaces(Mistake.objects(GoodProvider.fog()));
    }

    static Stream<Mistake> mistakes() throws IOException {
        return MistakesTest.mistakes().filter(mistake -> mistake.topic().startsWith("api "));
    }

    /** Or the server could refuse a mistake for another reason. */
    @Test
    void takesObjectsWithoutMistake() {
        assertThat(Mistake.objects(GoodProvider.fog()))
                .hasSize(7)
                .allSatisfy(object ->
                        assertThat(oracle.refusal(object)).as(object.display()).isEmpty());
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void judgesMistakeAsEntrySays(Mistake mistake) {
        List<KubernetesObject> objects = mistake.changedObjects();
        boolean refused = mistake.isRefusedByServer();

        Optional<String> refusal =
                objects.stream().map(oracle::refusal).flatMap(Optional::stream).findFirst();
        REFUSALS.put(mistake, refusal);

        assertThat(objects).isNotEmpty();
        if (mistake.release().isEmpty()) {
            assertThat(refusal.isPresent()).as(expectation(refused, refusal)).isEqualTo(refused);
        } else {
            assertThat(mistake.release()).startsWith(refused ? "refused " : "accepted ");
            assertThat(refusal.isPresent())
                    .as("a release does what 'release' says, another server the opposite; %s", oracle.version())
                    .isEqualTo(refused == oracle.isRelease());
        }
    }

    private static String expectation(boolean refused, Optional<String> refusal) {
        return refused
                ? "the server takes the objects; write in 'stricter' why they are refused"
                : "the server refuses the objects, so that 'stricter' or 'accepted' is wrong: " + refusal.orElse("");
    }

    @AfterAll
    static void writeTableAndStop() throws IOException {
        if (oracle == null) {
            return;
        }
        Map<String, Map<String, Integer>> counts = new TreeMap<>();
        List<String> rows = new ArrayList<>();
        REFUSALS.forEach((mistake, refusal) -> {
            String verdict = verdict(mistake, refusal);
            counts.computeIfAbsent(mistake.topic(), topic -> new TreeMap<>()).merge(verdict, 1, Integer::sum);
            rows.add(String.join(
                    " | ",
                    "| " + (rows.size() + 1),
                    MistakesTest.cell(mistake.toString()),
                    verdict,
                    MistakesTest.cell(refusal.orElse(mistake.stricter() + mistake.release()))
                                    .replace("\n", " ") + " |"));
        });
        System.out.println("API server " + oracle.version());
        counts.forEach((topic, verdicts) -> System.out.println(topic + ": " + verdicts));
        oracle.close();
        List<String> lines = new ArrayList<>(
                List.of("| | mistake | verdict | the server, or the entry, says |", "|---|---|---|---|"));
        lines.addAll(rows);
        Files.write(Path.of("target/oracle.md"), lines);
    }

    private static String verdict(Mistake mistake, Optional<String> refusal) {
        if (!mistake.release().isEmpty() && !oracle.isRelease()) {
            return "judged by a release only";
        }
        return refusal.isPresent() ? "refused" : mistake.stricter().isEmpty() ? "accepted" : "stricter";
    }
}
