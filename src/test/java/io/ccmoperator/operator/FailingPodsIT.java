// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.MANAGED;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.AVAILABLE;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static io.ccmoperator.status.ConditionType.PROGRESSING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.ControllerManager;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.kubelet.Kubelet;
import io.ccmoperator.kubelet.Program;
import io.ccmoperator.monitoring.Scrape;
import io.ccmoperator.status.ReportedStatus;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Programs that do not work, under the controllers of Kubernetes and a kubelet that restarts them: conditions and {@code status}. */
@RequiresApiServer
@Tag("packaged")
class FailingPodsIT extends OperatorScene {
    private static final String CCM = "aws-cloud-controller-manager";
    private static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", CCM);
    private static final String DISPLAY = "Deployment " + MANAGED + "/" + CCM;
    private static final String ENDED = ": container cloud-controller-manager ended with exit code 255: ";
    private static final String TAKEN = "listen tcp 0.0.0.0:10258: bind: address already in use";

    /** A program that becomes ready leads, too, before it ends. */
    private static final List<String> FAILURES = List.of(
            "Pods of " + DISPLAY + " restarted 3 times or more within 15 minutes",
            "no replica of " + DISPLAY
                    + " has been available as the leader: each has ended within 75 seconds of acquiring the Lease");

    /** A program starts, and its Pods have to be ready for ten seconds of the clock. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** Another process answers the probes. */
    private static final Program PORT_TAKEN = Program.endsAfter(Duration.ofSeconds(2), TAKEN + "\n");

    /** Twenty seconds of a node are one. */
    private static final int SPEED = 20;

    private static final String FAILING = "ccm_operator_rollouts{state=\"failing\"}";

    private static String reader;
    private static ControllerManager controllers;
    private static Kubelet kubelet;

    @TempDir
    Path folder;

    @BeforeAll
    static void startCluster(@TempDir Path data) {
        cluster = OpenShiftCluster.start(data);
        controllers = ControllerManager.start(cluster.server(), data);
        kubelet = Kubelet.start(cluster.admin(), MANAGED, SPEED, Program.WORKS);
        cluster.platform(Platform.AWS);
        reader = MetricsReader.token(cluster, "default", "reader");
    }

    @AfterAll
    static void stopControllers() {
        if (kubelet != null) {
            kubelet.close();
        }
        if (controllers != null) {
            controllers.close();
        }
    }

    @AfterEach
    void uninstall() {
        operator.close();
        operator = null;
        cluster.clear();
        await("no Pods")
                .atMost(PATIENCE)
                .until(() -> accepted(cluster.admin().get("/api/v1/namespaces/" + MANAGED + "/pods"))
                        .object()
                        .fields()
                        .maps("items")
                        .isEmpty());
    }

    private void install(int replicas, Program program) throws IOException {
        cluster.apply(
                "{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster},"
                        + " spec: {controllerManager: {replicas: %d}}}",
                replicas);
        kubelet.program(program);
        operator = startOperator(folder);
    }

    static Stream<Arguments> failures() {
        return Stream.of(
                Arguments.of(
                        "ends at once",
                        1,
                        Program.endsAfter(Duration.ZERO, "unknown flag: --a\n"),
                        "unknown flag: --a"),
                Arguments.of(
                        "ends at once",
                        2,
                        Program.endsAfter(
                                Duration.ZERO,
                                "E1125 10:00:00.123456       1 run.go:74] \"command failed\" err=\"unrecognized feature gate: X\"\n"),
                        "unrecognized feature gate: X"),
                Arguments.of("is ready for an instant", 1, endsAfterFirstProbe(1), "no cloud"),
                Arguments.of("is ready for 8 s", 1, endsAfterFirstProbe(8), "no cloud"),
                Arguments.of("is ready for 8 s", 2, endsAfterFirstProbe(8), "no cloud"),
                Arguments.of("cannot open its port", 1, PORT_TAKEN, TAKEN));
    }

    private static double seconds(long from, long to) {
        return (to - from) / 1e9;
    }

    private static Program endsAfterFirstProbe(int seconds) {
        return Program.endsAfter(
                Duration.ofSeconds(20 + seconds), "F1125 10:00:00.1 1 main.go:87] no cloud\ngoroutine 1 [running]:\n");
    }

    @ParameterizedTest(name = "{1} replicas: {0}")
    @MethodSource("failures")
    void degradesFirstInstallationByThirdRestart(String what, int replicas, Program program, String words)
            throws IOException {
        install(replicas, program);
        long begin = System.nanoTime();

        String start = "Progressing towards operator: 4.20.0: Rolling out " + DISPLAY;
        await("the workload")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThatCondition(cluster.clusterOperator(), PROGRESSING)
                        .isTrue()
                        .hasMessageStartingWith(start));
        await("what fails")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThatCondition(cluster.clusterOperator(), DEGRADED)
                        .isTrue()
                        .hasMessageStartingWithOneOf(FAILURES.stream()
                                .map(failure -> "Failed when progressing towards operator: 4.20.0 because " + failure
                                        + ": Pod " + CCM + "-")
                                .toList()));

        long degraded = System.nanoTime();
        await("what the alert CCMOperatorRolloutStalled reads")
                .atMost(PATIENCE)
                .until(() -> Scrape.of(operator.metricsPort(), reader).value(FAILING) == 1);
        System.out.printf(
                "%s, %d replicas: Degraded after %.1f s, %s after %.1f s%n",
                what, replicas, seconds(begin, degraded), FAILING, seconds(begin, System.nanoTime()));
        assertThat(message(DEGRADED.value())).endsWith(ENDED + words);
        assertThat(ReportedStatus.of(cluster.clusterOperator()).isTrue(AVAILABLE))
                .isFalse();
        assertThat(status(folder, 4, command()))
                .containsPattern("^HEALTH +unhealthy\n")
                .contains(ENDED + words, "0/" + replicas + " available");
        assertThat(cluster.events("PodFailed", DEPLOYMENT)).isNotEmpty().allMatch(event -> event.endsWith(words));
    }

    @Test
    @EnabledIfSystemProperty(
            named = "deadline.required",
            matches = "true",
            disabledReason = "takes the ten minutes of progressDeadlineSeconds; run it with -Ddeadline.required=true")
    void degradesByDeadlineWhenProgramNeverAnswersItsProbe() throws IOException {
        install(2, Program.NEVER_SERVES);

        await("the deadline")
                .atMost(Duration.ofMinutes(20))
                .untilAsserted(() -> assertThatCondition(cluster.clusterOperator(), DEGRADED)
                        .isTrue()
                        .hasReason("SyncingFailed"));

        assertThat(message(DEGRADED.value())).contains("ProgressDeadlineExceeded");
        assertThat(ReportedStatus.of(cluster.clusterOperator()).isTrue(AVAILABLE))
                .isFalse();
        assertThat(status(folder, 4, command()))
                .containsPattern("^HEALTH +unhealthy\n")
                .contains("0/2 available");
    }

    static Stream<Arguments> waits() {
        return Stream.of(
                Arguments.of(
                        waiting("CreateContainerConfigError", "secret \"s\" not found"),
                        "container cloud-controller-manager waits: CreateContainerConfigError: secret \"s\" not found"),
                Arguments.of(
                        waiting("ImagePullBackOff", "Back-off pulling image \"r/i\": ErrImagePull: no such tag"),
                        "container cloud-controller-manager waits for its image r/i, which cannot be pulled: no such tag"),
                Arguments.of(YamlText.tree("""
                                phase: Pending
                                conditions:
                                  - {type: PodScheduled, status: 'False', reason: Unschedulable, message: no node has 9 CPUs}
                                """), "is not scheduled: no node has 9 CPUs"));
    }

    private static Map<String, Object> waiting(String reason, String message) {
        return YamlText.tree("""
                phase: Pending
                containerStatuses:
                  - name: cloud-controller-manager
                    image: r/i
                    imageID: ''
                    ready: false
                    restartCount: 0
                    state: {waiting: {reason: %s, message: '%s'}}
                """.formatted(reason, message));
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("waits")
    void saysWhatPodWaitsFor(Map<String, Object> status, String words) throws IOException {
        install(1, Program.stuck(status));

        await("the words")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThatCondition(cluster.clusterOperator(), PROGRESSING)
                        .isTrue()
                        .hasMessageStartingWith(
                                "Progressing towards operator: 4.20.0: Rolling out " + DISPLAY + ": Pod " + CCM + "-"));
        assertThat(message(PROGRESSING.value())).endsWith(": " + words);
        assertThat(status(folder, 3, command())).contains(words);
        await("the event")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(cluster.events("PodFailed", DEPLOYMENT))
                        .isNotEmpty()
                        .allMatch(event -> event.endsWith(words)));
    }

    @Test
    void isNotAvailableWhenOnlyReplicaCannotOpenItsPort() throws IOException {
        install(1, Program.WORKS);
        awaitAvailable();
        assertThat(status(folder, 0, command())).containsPattern("^HEALTH +healthy\n");

        kubelet.program(PORT_TAKEN);
        kubelet.endAll(255, TAKEN);

        await("the third restart")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThatCondition(cluster.clusterOperator(), DEGRADED)
                        .isTrue()
                        .hasMessageStartingWith("Failed to resync for operator: 4.20.0 because Pods of " + DISPLAY));
        assertThatCondition(cluster.clusterOperator(), AVAILABLE).isTrue();
        assertThat(cluster.live(DEPLOYMENT).fields().maps("status", "conditions"))
                .as("what the Deployment says")
                .anyMatch(condition -> condition.get("type").equals("Available")
                        && condition.get("status").equals("True"));
        await("two minutes without a replica")
                .atMost(PATIENCE.plusMinutes(2))
                .untilAsserted(() -> assertThatCondition(cluster.clusterOperator(), AVAILABLE)
                        .isFalse()
                        .hasReason("CloudControllerManagerUnavailable")
                        .hasMessageStartingWith(
                                "no replica of " + DISPLAY + " has been available for 2 minutes: Pod " + CCM + "-"));
        assertThat(message(DEGRADED.value()))
                .isEqualTo("Failed to resync for operator: 4.20.0 because " + message(AVAILABLE.value()))
                .endsWith(ENDED + TAKEN);
        assertThat(status(folder, 4, command())).contains("rolled out, 0/1 available", ENDED + TAKEN);
    }

    @Test
    void replacesTwoReplicasOneAtATime() throws IOException {
        install(2, Program.WORKS);
        awaitAvailable();
        List<Long> available = new ArrayList<>();
        List<String> progressing = new ArrayList<>();

        Images.of(folder, "2");

        await("the other image").atMost(PATIENCE).until(() -> {
            KubernetesObject live = cluster.live(DEPLOYMENT);
            available.add(live.fields().at("status", "availableReplicas") instanceof Long number ? number : 0L);
            String message = message(PROGRESSING.value());
            if (progressing.isEmpty()
                    || !progressing.get(progressing.size() - 1).equals(message)) {
                progressing.add(message);
            }
            return progressing.size() > 2
                    && progressing.get(progressing.size() - 1).equals(progressing.get(0));
        });
        assertThat(available).contains(1L, 2L).doesNotContain(0L);
        assertThat(progressing)
                .containsExactly(
                        "Nothing is being rolled out", "Rolling out " + DISPLAY, "Nothing is being rolled out");
        assertThatCondition(cluster.clusterOperator(), AVAILABLE).isTrue();
        assertThatCondition(cluster.clusterOperator(), DEGRADED).isFalse();
        assertThat(cluster.live(DEPLOYMENT).containers().get(0).get("image"))
                .isEqualTo(Images.image("cloudControllerManagerAWS", "2"));
        assertThat(status(folder, 0, command())).contains("rolled out, 2/2 available");
    }

    private void awaitAvailable() {
        await("Available").atMost(PATIENCE).untilAsserted(() -> {
            KubernetesObject live = cluster.clusterOperator();
            assertThatCondition(live, AVAILABLE).isTrue();
            assertThatCondition(live, PROGRESSING).isFalse();
        });
    }

    private static String message(String type) {
        return cluster.clusterOperator().fields().maps("status", "conditions").stream()
                .filter(condition -> condition.get("type").equals(type))
                .map(condition -> String.valueOf(condition.get("message")))
                .findFirst()
                .orElse("");
    }
}
