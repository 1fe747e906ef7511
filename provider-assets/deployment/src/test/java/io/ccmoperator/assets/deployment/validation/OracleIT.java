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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What the rules say of objects of Kubernetes, an API server says too, or the mistake says why the rules are stricter. {@code
 * target/oracle.md} shows the answer of the server to each.
 */
class OracleIT {
    private static final Map<Mistake, Optional<String>> ANSWERS = new LinkedHashMap<>();

    @TempDir
    private static Path folder;

    private static Oracle oracle;

    @BeforeAll
    static void start() {
        Optional<Oracle> started = Oracle.start(folder);
        if (Boolean.getBoolean("api-server.required")) {
            assertThat(started)
                    .as("-Dapi-server.required is set, but there is " + Oracle.MISSING)
                    .isPresent();
        }
        assumeTrue(started.isPresent(), Oracle.MISSING);
        oracle = started.get();
        oracle.createNamespaces(Mistake.objects(GoodProvider.fog()));
    }

    static Stream<Mistake> mistakes() throws IOException {
        return MistakesTest.mistakes().filter(mistake -> mistake.topic().startsWith("api "));
    }

    @Test
    void takesProviderWithoutMistake() {
        assertThat(Mistake.objects(GoodProvider.fog()))
                .hasSize(7)
                .allSatisfy(object ->
                        assertThat(oracle.refusal(object)).as(object.display()).isEmpty());
    }

    @ParameterizedTest
    @MethodSource("mistakes")
    void refusesWhatRulesRefuse(Mistake mistake) {
        List<KubernetesObject> objects = mistake.changedObjects();
        Optional<String> refusal =
                objects.stream().map(oracle::refusal).flatMap(Optional::stream).findFirst();
        ANSWERS.put(mistake, refusal);

        assertThat(objects).isNotEmpty();
        if (!mistake.accepted().isEmpty()) {
            assertThat(refusal).as("the rules accept it").isEmpty();
        } else if (mistake.stricter().isEmpty()) {
            assertThat(refusal)
                    .as("the server takes it; say why the rules are stricter")
                    .isPresent();
        } else {
            assertThat(refusal)
                    .as("the server refuses it too; leave 'stricter' out")
                    .isEmpty();
        }
    }

    @AfterAll
    static void writeTableAndStop() throws IOException {
        if (oracle == null) {
            return;
        }
        oracle.close();
        List<String> lines = new ArrayList<>(List.of("| | mistake | finding | API server |", "|---|---|---|---|"));
        ANSWERS.forEach((mistake, refusal) -> lines.add("| "
                + String.join(
                                " | ",
                                String.valueOf(lines.size() - 1),
                                mistake.toString(),
                                String.join("<br>", mistake.expected()),
                                refusal.map(r -> "refused: " + r).orElse("accepted" + mistake.stricter()))
                        .replace("\n", " ")
                + " |"));
        Files.write(Path.of("target/oracle.md"), lines);
    }
}
