// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.MANAGED;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.AVAILABLE;
import static io.ccmoperator.status.ConditionType.PROGRESSING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.ControllerManager;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.kubelet.Kubelet;
import io.ccmoperator.kubelet.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Copies of cloud-conf under Pods that the controllers of Kubernetes replace. */
@RequiresApiServer
@Tag("packaged")
class CopiedConfigIT extends OperatorScene {
    private static final String CCM = "aws-cloud-controller-manager";
    private static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", CCM);
    private static final String PODS = "/api/v1/namespaces/" + MANAGED + "/pods";

    /** Pods of no workload. */
    private static final String OF_ANOTHER = "mounts-";

    /** A program starts, and its Pods have to be ready for ten seconds of the clock. */
    private static final Duration PATIENCE = Duration.ofMinutes(4);

    /** Twenty seconds of a node are one. */
    private static final int SPEED = 20;

    private static ControllerManager controllers;
    private static Kubelet kubelet;

    /** The configuration of each copy that a Pod was seen with, by Pod and copy. */
    private final Map<String, String> seen = new HashMap<>();

    @TempDir
    Path folder;

    @BeforeAll
    static void startCluster(@TempDir Path data) {
        cluster = OpenShiftCluster.start(data);
        controllers = ControllerManager.start(cluster.server(), data);
        kubelet = Kubelet.start(cluster.admin(), MANAGED, SPEED, Program.WORKS);
        cluster.platform(Platform.AWS);
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

    @BeforeEach
    void install() throws IOException {
        configure("first");
        operator = start();
        awaitAvailable();
        assertThat(copies()).containsOnlyKeys("cloud-conf-a");
        assertThat(generation()).as("one rollout").isEqualTo(1);
    }

    @AfterEach
    void uninstall() {
        operator.close();
        operator = null;
        cluster.clear();
        pods().stream()
                .filter(pod -> pod.name().startsWith(OF_ANOTHER))
                .forEach(pod -> cluster.delete(key("v1", "Pod", pod.name())));
        await("no Pods").atMost(PATIENCE).until(() -> pods().isEmpty());
        copies().keySet().forEach(name -> cluster.delete(key("v1", "ConfigMap", name)));
    }

    private static void configure(String zone) {
        KubernetesObject users = key("v1", "ConfigMap", "openshift-config", "cloud-provider-config");
        users.tree().put("data", Map.of("cloud.conf", "[Global]\nZone = " + zone + "\n", "ca-bundle.pem", zone));
        cluster.apply(users);
        cluster.infrastructure(
                "{cloudConfig: {name: cloud-provider-config}, platformSpec: {type: AWS}}",
                "platformStatus: " + Platform.AWS.status);
    }

    private static List<KubernetesObject> items(String path) {
        return accepted(cluster.admin().get(path)).object().fields().maps("items").stream()
                .map(KubernetesObject::new)
                .toList();
    }

    private static List<KubernetesObject> pods() {
        return items(PODS);
    }

    /** The copies that exist, each with the part of its configuration that differs. */
    private static Map<String, String> copies() {
        Map<String, String> copies = new TreeMap<>();
        items("/api/v1/namespaces/" + MANAGED + "/configmaps").stream()
                .filter(object -> object.name().startsWith("cloud-conf-"))
                .forEach(object -> copies.put(object.name(), object.fields().string("data", "ca-bundle.pem")));
        return copies;
    }

    private static Optional<String> mounted(FieldReader podSpec) {
        return podSpec.maps("volumes").stream()
                .map(volume -> FieldReader.of(volume).string("configMap", "name"))
                .filter(name -> name.startsWith("cloud-conf"))
                .findFirst();
    }

    private static String mounted() {
        return mounted(FieldReader.of(cluster.live(DEPLOYMENT).podSpec())).orElse("");
    }

    private static long generation() {
        return (Long) cluster.live(DEPLOYMENT).fields().at("metadata", "generation");
    }

    /** Looks whether each Pod's copy exists, with the content that it had when the Pod was seen first. */
    private void assertPodsKeepTheirCopies() {
        // The Pods first: what they mount must be there afterwards.
        List<KubernetesObject> pods = pods();
        Map<String, String> copies = copies();
        for (KubernetesObject pod : pods) {
            mounted(pod.fields().field("spec")).ifPresent(copy -> {
                String content = copies.get(copy);
                boolean ended = content == null
                        && pods().stream().noneMatch(other -> other.name().equals(pod.name()));
                if (!ended) {
                    assertThat(content)
                            .as(pod.name() + " mounts " + copy)
                            .isNotNull()
                            .isEqualTo(seen.computeIfAbsent(pod.name() + " " + copy, first -> content));
                }
            });
        }
    }

    private void awaitStep(String what, BooleanSupplier step) {
        await(what).atMost(PATIENCE).until(() -> {
            assertPodsKeepTheirCopies();
            return step.getAsBoolean();
        });
    }

    private static void awaitAvailable() {
        await("Available").atMost(PATIENCE).untilAsserted(() -> {
            KubernetesObject live = cluster.clusterOperator();
            assertThatCondition(live, AVAILABLE).isTrue();
            assertThatCondition(live, PROGRESSING).isFalse();
        });
    }

    private OperatorUnderTest start() throws IOException {
        return OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                List.of("*"),
                cluster.kubeconfig(Account.FIRST),
                Images.of(folder, "1").flag(),
                "--system-trust-bundle=" + Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5")),
                "--leader-elect-lease-duration=6s",
                "--leader-elect-renew-deadline=4s",
                "--leader-elect-retry-period=1s");
    }

    /** Another process leads. */
    private void restart() throws IOException {
        operator.kill();
        operator.close();
        operator = start().awaitLog("held by this process");
    }

    @Test
    void rollsOutChangeOnceAndDeletesOldCopyAfterItsPods() {
        configure("second");

        awaitStep("the other copy alone", () -> copies().equals(Map.of("cloud-conf-b", "second")));

        awaitAvailable();
        assertThat(mounted()).isEqualTo("cloud-conf-b");
        assertThat(generation()).as("one more rollout").isEqualTo(2);
        assertThat(seen).containsValues("first", "second");
        assertThat(items("/apis/apps/v1/namespaces/" + MANAGED + "/replicasets"))
                .hasSize(2);
        assertThat(cluster.live(key("v1", "ConfigMap", "cloud-conf")).fields().string("data", "ca-bundle.pem"))
                .as("what others mount")
                .isEqualTo("second");
        assertThat(cluster.events("ResourceDeleteFailed", DEPLOYMENT)).isEmpty();
    }

    @Test
    void comesToTheSameWhenKilledAtEachStep() throws IOException {
        configure("second");

        awaitStep("the other copy", () -> copies().containsKey("cloud-conf-b"));
        restart();
        awaitStep("the Deployment with it", () -> mounted().equals("cloud-conf-b"));
        restart();
        awaitStep("the first new Pod", () -> seen.containsValue("second"));
        restart();
        awaitStep(
                "the last old Pod",
                () -> pods().stream()
                        .noneMatch(pod -> mounted(pod.fields().field("spec")).equals(Optional.of("cloud-conf-a"))));
        restart();
        awaitStep("the other copy alone", () -> copies().equals(Map.of("cloud-conf-b", "second")));

        awaitAvailable();
        assertThat(generation()).as("one more rollout").isEqualTo(2);
    }

    @Test
    void waitsWhileAllCopiesAreMounted() {
        mountByAnotherPod("a");
        configure("second");
        awaitStep("the second", () -> mounted().equals("cloud-conf-b"));
        awaitAvailable();
        mountByAnotherPod("b");
        configure("third");
        awaitStep("the third", () -> mounted().equals("cloud-conf-c"));
        awaitAvailable();

        configure("fourth");

        operator.awaitLog("waiting for the end of Pods that mount one of ConfigMap " + MANAGED + "/cloud-conf-a");
        assertPodsKeepTheirCopies();
        assertThat(copies())
                .isEqualTo(Map.of("cloud-conf-a", "first", "cloud-conf-b", "second", "cloud-conf-c", "third"));

        cluster.delete(key("v1", "Pod", OF_ANOTHER + "b"));

        awaitStep("the fourth", () -> mounted().equals("cloud-conf-b"));
        awaitAvailable();
        assertThat(copies().get("cloud-conf-b")).isEqualTo("fourth");
        assertThat(generation()).as("three more rollouts").isEqualTo(4);
    }

    /** A Pod of no workload, such as one that a node that is cut off still runs. */
    private void mountByAnotherPod(String copy) {
        accepted(cluster.admin().create(YamlText.manifest("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: %s}
                spec:
                  serviceAccountName: cloud-controller-manager
                  containers: [{name: a, image: a}]
                  volumes: [{name: conf, configMap: {name: cloud-conf-%s}}]
                """.formatted(OF_ANOTHER + copy, MANAGED, copy))));
    }
}
