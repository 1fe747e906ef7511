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
import java.util.EnumMap;
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
 * An API server refuses the mistakes that the rules leave to it, and those that the schema refuses, or the entry of the mistake says
 * why not. {@code target/oracle.md} shows what the server says.
 */
class OracleIT {
    private static final String REQUIRED = "api-server.required";

    private static final List<KubernetesObject> WITHOUT_MISTAKE =
            Mistake.objects(GoodProvider.fog().resources());

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
        oracle.createNamespaces(WITHOUT_MISTAKE);
    }

    static Stream<Mistake> mistakes() throws IOException {
        return Stream.concat(
                MistakesTest.mistakes("api-server"),
                MistakesTest.mistakes().filter(mistake -> mistake.topic().startsWith("api ")));
    }

    /** Or the server could refuse a mistake for another reason. */
    @Test
    void takesObjectsWithoutMistake() {
        assertThat(WITHOUT_MISTAKE)
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

    /** A pack's objects and its static Pod: the server is asked for each, and its words come with the place. */
    @Test
    void refusesObjectsOfPack(@TempDir Path pack) throws IOException {
        Map<String, String> files = GoodProvider.fog()
                .replace(Fault.DEPLOYMENT, "containerPort: 10258", "containerPort: 102580")
                .replace(
                        Fault.POD,
                        "priorityClassName: ",
                        "terminationGracePeriodSeconds: 30\n  subdomain: FOG\n  priorityClassName: ")
                .resources();
        for (var file : files.entrySet()) {
            Path path = pack.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue());
        }

        assertThat(oracle.refusals(pack))
                .satisfiesExactly(
                        deployment -> assertThat(deployment)
                                .startsWith("providers/fog/assets/10-deployment.yaml, document 1 (Deployment"
                                        + " openshift-cloud-controller-manager/fog-cloud-controller-manager): ")
                                .contains("ports[0].containerPort: Invalid value: 102580"),
                        pod -> assertThat(pod)
                                .startsWith("providers/fog/bootstrap/10-pod.yaml, document 1 (Pod"
                                        + " kube-system/fog-cloud-controller-manager): ")
                                .contains("spec.subdomain: Invalid value: \"FOG\""));
    }

    @AfterAll
    static void writeTableAndStop() throws IOException {
        if (oracle == null) {
            return;
        }
        List<String> lines = new ArrayList<>(
                List.of("| | mistake | API server | its words, or those of the entry |", "|---|---|---|---|"));
        Map<String, Map<Outcome, Integer>> counts = new TreeMap<>();
        REFUSALS.forEach((mistake, refusal) -> {
            Outcome verdict = Outcome.of(mistake, refusal.isPresent());
            counts.computeIfAbsent(mistake.topic(), topic -> new EnumMap<>(Outcome.class))
                    .merge(verdict, 1, Integer::sum);
            lines.add("| "
                    + String.join(
                            " | ",
                            String.valueOf(lines.size() - 1),
                            MistakesTest.cell(mistake.toString()),
                            verdict.text,
                            MistakesTest.cell(verdict.words(mistake, refusal)).replace("\n", "<br>"))
                    + " |");
        });
        System.out.println("API server " + oracle.version());
        counts.forEach((topic, verdicts) -> System.out.println(topic + ": " + verdicts));
        Files.write(Path.of("target/oracle.md"), lines);
        oracle.close();
    }

    /** What the server says of a mistake, seen from the rules. */
    private enum Outcome {
        REFUSED("refuses it"),
        STRICTER("accepts it, the rules are stricter"),
        ACCEPTED("accepts it"),
        RELEASE("cannot judge it, a release does");

        private final String text;

        Outcome(String text) {
            this.text = text;
        }

        static Outcome of(Mistake mistake, boolean refused) {
            if (!mistake.release().isEmpty() && !oracle.isRelease()) {
                return RELEASE;
            } else if (refused) {
                return REFUSED;
            }
            return mistake.accepted().isEmpty() ? STRICTER : ACCEPTED;
        }

        String words(Mistake mistake, Optional<String> refusal) {
            return switch (this) {
                case REFUSED -> refusal.orElseThrow();
                case STRICTER -> mistake.stricter();
                case ACCEPTED -> mistake.accepted();
                case RELEASE -> mistake.release();
            };
        }
    }
}
