// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.accepted;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.AVAILABLE;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static io.ccmoperator.status.ConditionType.PROGRESSING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.kubelet.Program;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A configuration or a setting on which the cloud controller manager ends is taken back; what the operator says and writes meanwhile. */
@RequiresApiServer
@Tag("packaged")
class TakenBackIT extends TakenBackScene {
    /** The program of AWS is not known to have it, which is a warning only. */
    private static final String UNKNOWN = "unknown-to-it";

    /** What is seen while something is waited for. */
    private final class Seen {
        private final long begin = System.nanoTime();
        private final long generation = deployment.generation();
        private long leastReady = Long.MAX_VALUE;

        /** Waits, and returns the seconds since the beginning. */
        double until(String what, BooleanSupplier condition) {
            awaitStep(what, () -> {
                leastReady = Math.min(leastReady, deployment.readyPods());
                assertThatCondition(cluster.clusterOperator(), AVAILABLE).isTrue();
                return condition.getAsBoolean();
            });
            return (System.nanoTime() - begin) / 1e9;
        }

        long writes() {
            return deployment.generation() - generation;
        }

        /** With two replicas one of them always works. */
        void print(String what, int replicas, String times) {
            System.out.printf(
                    "%s, %s, %d replicas: %s, generation +%d, at least %d Pods ready%n",
                    what, platform, replicas, times, writes(), leastReady);
            assertThat(leastReady).as("Pods that are ready").isGreaterThanOrEqualTo(replicas - 1L);
        }
    }

    private void watchTakenBack(String what, int replicas, Runnable change) {
        Seen seen = new Seen();
        change.run();
        double words = seen.until("the words", () -> (message(PROGRESSING) + message(DEGRADED)).contains(WORDS));
        double back = seen.until(
                "the way back", () -> seen.writes() >= 2 && deployment.mounted().equals("cloud-conf-a"));
        double again = seen.until("Pods that work", this::isRolledOut);
        seen.print(
                what,
                replicas,
                "words after %.1f s, taken back after %.1f s, all works after %.1f s".formatted(words, back, again));
        assertThat(seen.writes()).as("there and back").isEqualTo(2);
    }

    /** What takes the place of something that was taken back. */
    private void watchFixed(int replicas, Runnable change, String name) {
        Seen seen = new Seen();
        change.run();
        double all = seen.until("the rollout", () -> seen.writes() >= 1 && isRolledOut());
        seen.print("fixed", replicas, "all works after %.1f s".formatted(all));
        awaitConverged(name);
        assertThat(seen.writes()).as("one rollout").isEqualTo(1);
    }

    @Test
    void takesBackConfigurationOnWhichProgramEndsAndRollsOutFixedOne() throws IOException {
        takeBackAndFix(Platform.AWS, 2);
    }

    @ParameterizedTest(name = "{0}, {1} replicas")
    @CsvSource({"AWS, 1", "VSPHERE, 2", "VSPHERE, 1"})
    @Tag("long")
    void takesBackConfigurationWithOneReplicaAndOnAnotherPlatform(Platform of, int replicas) throws IOException {
        takeBackAndFix(of, replicas);
    }

    @ParameterizedTest(name = "{0}, {1} replicas")
    @CsvSource({"AZURE, 2", "AZURE, 1"})
    @EnabledIfSystemProperty(
            named = "deadline.required",
            matches = "true",
            disabledReason = "Pods of Azure have to be ready for 75 s each; run it with -Ddeadline.required=true")
    void takesBackConfigurationOnEveryPlatform(Platform of, int replicas) throws IOException {
        takeBackAndFix(of, replicas);
    }

    private void takeBackAndFix(Platform of, int replicas) throws IOException {
        install(of, replicas);
        kubelet.programs(pod -> deployment.has("second", pod) ? ENDS : Program.WORKS);

        watchTakenBack("configuration", replicas, () -> configure("second"));

        awaitTakenBack(SOURCE);
        assertThat(deployment.takenBack().at("times")).isEqualTo(1L);
        assertThat(cluster.events("ConfigurationTakenBack", deployment.object()))
                .isNotEmpty();
        watchFixed(replicas, () -> configure("third"), "third");
    }

    /**
     * A mistake in a configuration, with what the program prints of it before it ends.
     *
     * @param configuration has the name "second" in it
     * @param log by the sources that are named; the readers of INI and YAML were run on the configuration
     * @param words of the log that the operator repeats
     */
    private record LastWords(Platform platform, String configuration, int exitCode, String log, String words) {
        private static final String INITIALIZED =
                "Cloud provider could not be initialized: could not init cloud provider ";

        /** kubernetes/cloud-provider-aws 63ec440c, cmd/aws-cloud-controller-manager/main.go, pkg/providers/v1/aws.go; gopkg.in/gcfg.v1 1.2.3. */
        static LastWords ofAws() {
            String words =
                    INITIALIZED + "\"aws\": unable to read AWS cloud provider config file: failed to parse bool `maybe`"
                            + " at section \"Global\", variable \"DisableSecurityGroupIngress\"";
            return new LastWords(
                    Platform.AWS,
                    "[Global]\nZone = second\nDisableSecurityGroupIngress = maybe\n",
                    255,
                    "F1126 10:00:00.123456       1 main.go:104] " + words + "\n",
                    words);
        }

        /** kubernetes/cloud-provider-openstack c453fb7c9, cmd/openstack-cloud-controller-manager/main.go, pkg/openstack/openstack.go; gcfg as above. */
        static LastWords ofOpenStack() {
            String cause = "failed to parse \"often\" as uint: expected integer at section \"LoadBalancer\", variable"
                    + " \"monitor-max-retries\"";
            String words = INITIALIZED + "\"openstack\": " + cause;
            return new LastWords(
                    Platform.OPEN_STACK,
                    "[LoadBalancer]\nsubnet-id = second\nmonitor-max-retries = often\n",
                    255,
                    "W1126 10:00:00.123456       1 openstack.go:184] failed to read config: " + cause + "\n"
                            + "F1126 10:00:00.123467       1 main.go:71] " + words + "\n",
                    words);
        }

        /**
         * kubernetes/cloud-provider-vsphere 60f6c5dfe164, cmd/vsphere-cloud-controller-manager/main.go, pkg/cloudprovider/vsphere/config/config.go,
         * pkg/common/config/config_yaml.go.
         */
        static LastWords ofVSphere() {
            String yaml = "ReadCPIConfigYAML failed: No Virtual Center hosts defined";
            String words = INITIALIZED + "\"vsphere\": 1:1: expected section header";
            return new LastWords(
                    Platform.VSPHERE,
                    "[Labels]\nregion = region\nzone = second\n",
                    255,
                    "E1126 10:00:00.123456       1 config_yaml.go:128] No Virtual Center hosts defined\n"
                            + "E1126 10:00:00.123457       1 config_yaml.go:214] validateConfig failed: No Virtual Center hosts defined\n"
                            + "W1126 10:00:00.123458       1 config.go:69] " + yaml + "\n"
                            + "E1126 10:00:00.123459       1 config.go:73] ReadConfigINI failed: 1:1: expected section header\n"
                            + "F1126 10:00:00.123460       1 main.go:410] " + words + "\n",
                    yaml + "; " + words);
        }

        /** kubernetes-sigs/cloud-provider-azure 7b31c76c, cmd/cloud-controller-manager/app/controllermanager.go, pkg/provider/azure.go. */
        static LastWords ofAzure() {
            String words =
                    "\"Cloud provider azure could not be initialized\" err=\"could not init cloud provider azure:"
                            + " loadBalancerBackendPoolConfigurationType second is not supported, supported values are"
                            + " [nodeipconfiguration nodeip podip]\" logger=\"Run\"";
            return new LastWords(
                    Platform.AZURE,
                    "{\"cloud\": \"AzurePublicCloud\", \"resourceGroup\": \"rg\", \"loadBalancerBackendPoolConfigurationType\":"
                            + " \"second\"}",
                    1,
                    "E1126 10:00:00.123456       1 controllermanager.go:363] " + words + "\n",
                    words);
        }

        @Override
        public String toString() {
            return platform.toString();
        }
    }

    static Stream<LastWords> lastWords() {
        return Stream.of(LastWords.ofAws(), LastWords.ofOpenStack(), LastWords.ofVSphere());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("lastWords")
    @Tag("long")
    void takesBackMistakeAndRepeatsWordsOfProgram(LastWords last) throws IOException {
        takeBack(last);
    }

    @Test
    @EnabledIfSystemProperty(
            named = "deadline.required",
            matches = "true",
            disabledReason = "Pods of Azure have to be ready for 75 s each; run it with -Ddeadline.required=true")
    void takesBackMistakeAndRepeatsWordsOfProgramOfAzure() throws IOException {
        takeBack(LastWords.ofAzure());
    }

    private void takeBack(LastWords last) throws IOException {
        Program ends = new Program(
                Optional.of(Duration.ZERO), Optional.of(Duration.ZERO), last.exitCode, last.log, Optional.empty());
        install(last.platform, 1);
        kubelet.programs(pod -> deployment.has("second", pod) ? ends : Program.WORKS);

        configureAs(last.configuration);

        awaitTakenBack(SOURCE, last.exitCode, last.words);
        System.out.println(message(DEGRADED));
        assertThat(deployment.has("first")).isTrue();
    }

    @Test
    void isWellAgainWithoutRolloutWhenEditIsUndone() throws IOException {
        install(Platform.AWS, 2);
        kubelet.programs(pod -> deployment.has("second", pod) ? ENDS : Program.WORKS);
        configure("second");
        awaitTakenBack(SOURCE);
        long before = deployment.generation();

        configure("first");

        awaitConverged("first");
        assertThat(deployment.generation())
                .as("it forgets what was taken back, which is in an annotation")
                .isLessThanOrEqualTo(before + 1);
    }

    @Test
    void takesBackFlagOnWhichProgramEndsAndKeepsImage() throws IOException {
        install(Platform.AWS, 2);
        kubelet.programs(pod -> hasFlag(pod) ? ENDS : Program.WORKS);

        watchTakenBack("flag", 2, () -> override("{name: " + UNKNOWN + ", value: here}"));

        awaitTakenBack("CloudControllerManager cluster");
        assertThat(deployment.args()).isNotEmpty().noneMatch(arg -> arg.contains(UNKNOWN));
        assertThat(deployment.image()).isEqualTo(Images.image("cloudControllerManagerAWS", "1"));
        assertThat(cluster.events("ConfigurationTakenBack", deployment.object()))
                .isNotEmpty();
        watchFixed(2, () -> override("{name: concurrent-service-syncs, value: '7'}"), "first");
        assertThat(deployment.args()).contains("--concurrent-service-syncs=7");
    }

    private static boolean hasFlag(KubernetesObject pod) {
        return FieldReader.of(pod.containers().get(0)).strings("args").stream()
                .anyMatch(arg -> arg.startsWith("--" + UNKNOWN));
    }

    @Test
    void namesConfigurationAndSettingsThatAreTakenBackTogether() throws IOException {
        install(Platform.AWS, 2);
        kubelet.programs(pod -> deployment.has("second", pod) && hasFlag(pod) ? ENDS : Program.WORKS);
        operator.close();
        configure("second");
        override("{name: " + UNKNOWN + ", value: here}");

        operator = start();

        awaitTakenBack(SOURCE + " and CloudControllerManager cluster");
        assertThat(deployment.args()).isNotEmpty().noneMatch(arg -> arg.contains(UNKNOWN));
    }

    @Test
    void takesBackOnceWhenKilledAtEachStep() throws IOException {
        install(Platform.AWS, 2);
        kubelet.programs(pod -> deployment.has("second", pod) ? ENDS : Program.WORKS);

        configure("second");

        awaitStep("the first end", () -> deployment.pods().stream().anyMatch(TakenBackIT::hasRestarted));
        restart();
        awaitStep("the words", () -> message(DEGRADED).contains(WORDS));
        restart();
        awaitStep("what the workload remembers", () -> deployment.takenBack().exists());
        restart();
        awaitStep("the template", () -> deployment.mounted().equals("cloud-conf-a"));
        restart();

        awaitTakenBack(SOURCE);
        assertThat(deployment.takenBack().at("times")).isEqualTo(1L);
        assertThat(deployment.generation()).as("there and back").isEqualTo(3);
    }

    private static boolean hasRestarted(KubernetesObject pod) {
        return pod.fields().items("status", "containerStatuses").stream()
                .anyMatch(container -> container.number("restartCount").orElse(0L) > 0);
    }

    /** Of Pods that carry the labels and marks of the template, and that no controller of the Deployment has made. */
    @Test
    void ignoresPodsOfStrangers() throws IOException {
        Program slow = new Program(Optional.of(Duration.ofMinutes(4)), Optional.empty(), 0, "", Optional.empty());
        install(Platform.AWS, 2);
        kubelet.programs(pod -> isStranger(pod) ? ENDS : deployment.has("second", pod) ? slow : Program.WORKS);
        configure("second");
        awaitStep("the template", () -> deployment.has("second"));
        KubernetesObject others = replicaSet("others", Map.of("app", "others"));
        KubernetesObject own = cluster.live(replicaSetOfDeployment());

        stranger("stranger-alone", List.of());
        stranger("stranger-of-other", List.of(owner(others, true)));
        stranger("stranger-uncontrolled", List.of(owner(own, false)));

        awaitStep(
                "restarts of all strangers",
                () -> deployment.pods().stream()
                                .filter(TakenBackIT::isStranger)
                                .filter(pod -> restarts(pod) >= 3)
                                .count()
                        == 3);
        awaitRepair();
        assertThat(message(PROGRESSING) + message(DEGRADED)).doesNotContain(WORDS);
        awaitConverged("second");
        assertThat(deployment.takenBack().exists()).isFalse();
        assertThat(deployment.generation()).as("one rollout").isEqualTo(2);
        for (String reason : List.of("ConfigurationTakenBack", "PodFailed")) {
            assertThat(cluster.events(reason, deployment.object()))
                    .noneMatch(message -> message.contains(WORDS) || message.contains("stranger"));
        }
        cluster.delete(key("apps/v1", "ReplicaSet", "others"));
    }

    private static boolean isStranger(KubernetesObject pod) {
        return pod.name().startsWith("stranger-");
    }

    private KubernetesObject replicaSetOfDeployment() {
        return deployment.pods().stream()
                .filter(pod -> !isStranger(pod))
                .flatMap(pod -> pod.fields().items("metadata", "ownerReferences").stream())
                .map(owner -> key("apps/v1", "ReplicaSet", owner.string("name")))
                .findFirst()
                .orElseThrow();
    }

    private KubernetesObject replicaSet(String name, Map<String, Object> labels) {
        KubernetesObject replicaSet = key("apps/v1", "ReplicaSet", name);
        replicaSet
                .tree()
                .put(
                        "spec",
                        Map.of(
                                "replicas",
                                0,
                                "selector",
                                Map.of("matchLabels", labels),
                                "template",
                                Map.of("metadata", Map.of("labels", labels), "spec", deployment.podSpec())));
        return accepted(cluster.admin().create(replicaSet)).object();
    }

    private static Map<String, Object> owner(KubernetesObject object, boolean controls) {
        return Map.of(
                "apiVersion",
                "apps/v1",
                "kind",
                "ReplicaSet",
                "name",
                object.name(),
                "uid",
                object.fields().string("metadata", "uid"),
                "controller",
                controls);
    }

    private void stranger(String name, List<Map<String, Object>> owners) {
        KubernetesObject pod = key("v1", "Pod", name);
        FieldReader template = cluster.live(deployment.object()).fields().field("spec", "template");
        Map<String, Object> labels = new LinkedHashMap<>(template.map("metadata", "labels"));
        labels.put("pod-template-hash", "of-strangers");
        pod.fields()
                .map("metadata")
                .putAll(Map.of(
                        "labels",
                        labels,
                        "annotations",
                        template.map("metadata", "annotations"),
                        "ownerReferences",
                        owners));
        pod.tree().put("spec", template.map("spec"));
        accepted(cluster.admin().create(pod));
    }

    private static long restarts(KubernetesObject pod) {
        return pod.fields().items("status", "containerStatuses").stream()
                .mapToLong(container -> container.number("restartCount").orElse(0L))
                .sum();
    }

    @Test
    void keepsFirstConfigurationThatNoneWorkedBefore() throws IOException {
        begin(Platform.AWS, 2, ENDS);

        await("the third restart")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(message(DEGRADED))
                        .contains("restarted 3 times or more within 15 minutes: Pod "
                                + deployment.object().name())
                        .contains(WORDS));
        awaitRepair();

        assertThat(message(DEGRADED)).doesNotContain("taken back");
        assertThat(deployment.takenBack().exists()).isFalse();
        assertThat(deployment.mounted()).isEqualTo("cloud-conf-a");
        assertThat(deployment.generation()).isEqualTo(1);
        assertThat(cluster.events("ConfigurationTakenBack", deployment.object()))
                .isEmpty();

        kubelet.program(Program.WORKS);
        configure("second");

        awaitConverged("second");
    }
}
