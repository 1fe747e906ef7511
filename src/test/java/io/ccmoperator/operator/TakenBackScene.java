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

import io.ccmoperator.PlantedSecrets;
import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.ControllerManager;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.kubelet.Kubelet;
import io.ccmoperator.kubelet.Program;
import io.ccmoperator.status.ConditionType;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** A cloud controller manager that works or ends by what its Pod is given, under the controllers of Kubernetes and a kubelet. */
abstract class TakenBackScene extends OperatorScene {
    static final String SOURCE = "ConfigMap openshift-config/cloud-provider-config";
    static final String WORDS = "no such zone";
    static final String LOG = "F1126 10:00:00.123456       1 main.go:87] " + WORDS + "\n";
    static final Program ENDS = Program.endsAfter(Duration.ZERO, LOG);
    static final KubernetesObject OVERRIDES = YamlText.manifest(
            "{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster}}");

    /** Pods of Azure have to be ready for 75 seconds of the clock, one after the other. */
    static final Duration PATIENCE = Duration.ofMinutes(6);

    private static final String ENDED = ": container cloud-controller-manager ended with exit code ";

    /** Twenty seconds of a node are one. */
    private static final int SPEED = 20;

    static Kubelet kubelet;
    private static ControllerManager controllers;

    @TempDir
    Path folder;

    /** More where Leases have to expire. */
    Duration patience = PATIENCE;

    Platform platform;
    TriedDeployment deployment;

    @BeforeAll
    static void startCluster(@TempDir Path data) {
        cluster = OpenShiftCluster.start(data);
        controllers = ControllerManager.start(cluster.server(), data);
        kubelet = Kubelet.start(cluster.admin(), MANAGED, SPEED, Program.WORKS);
        // For the node manager of Azure.
        cluster.apply("{apiVersion: v1, kind: Node, metadata: {name: node, labels: {kubernetes.io/os: linux}}}");
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
        if (!cluster.live(OVERRIDES).tree().isEmpty()) {
            cluster.delete(OVERRIDES);
        }
        // No controller deletes them.
        items("pods").stream()
                .filter(pod -> pod.fields().items("metadata", "ownerReferences").isEmpty())
                .forEach(pod -> cluster.delete(key("v1", "Pod", pod.name())));
        await("no Pods").atMost(PATIENCE).until(() -> items("pods").isEmpty());
        items("configmaps").stream()
                .map(KubernetesObject::name)
                .filter(name -> name.startsWith("cloud-conf"))
                .forEach(name -> cluster.delete(key("v1", "ConfigMap", name)));
    }

    private static List<KubernetesObject> items(String resource) {
        return accepted(cluster.admin().get("/api/v1/namespaces/" + MANAGED + "/" + resource))
                .object()
                .fields()
                .maps("items")
                .stream()
                .map(KubernetesObject::new)
                .toList();
    }

    /** A cluster in which the first configuration works. */
    void install(Platform of, int replicas) throws IOException {
        begin(of, replicas, Program.WORKS);
        awaitConverged("first");
        assertThat(deployment.mounted()).isEqualTo("cloud-conf-a");
        assertThat(deployment.generation()).as("one rollout").isEqualTo(1);
    }

    /** With one replica the cluster has one control plane node. */
    void begin(Platform of, int replicas, Program program) throws IOException {
        platform = of;
        deployment = TriedDeployment.of(cluster, of);
        new TourStops(cluster).infrastructure(of);
        if (replicas == 1) {
            accepted(cluster.admin().mergeStatus(YamlText.manifest("""
                    apiVersion: config.openshift.io/v1
                    kind: Infrastructure
                    metadata: {name: cluster}
                    status: {controlPlaneTopology: SingleReplica, infrastructureTopology: SingleReplica}
                    """)));
        }
        credentials("first");
        configure("first");
        kubelet.program(program);
        operator = start();
    }

    OperatorUnderTest start() throws IOException {
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
    void restart() throws IOException {
        operator.kill();
        operator.close();
        operator = start();
        operator.awaitLog("held by this process");
    }

    /** The user's configuration, with a name in it. */
    void configure(String name) {
        configureAs(
                switch (platform) {
                    case AZURE -> "{\"cloud\": \"AzurePublicCloud\", \"resourceGroup\": \"%s\"}".formatted(name);
                    case VSPHERE -> platform.cloudConf() + "[Labels]\nregion = region\nzone = %s\n".formatted(name);
                    default -> "[Global]\nZone = %s\n".formatted(name);
                });
    }

    void configureAs(String configuration) {
        new TourStops(cluster).userConfigMap("cloud-provider-config", Map.of("cloud.conf", configuration));
    }

    /** @param args flags of the cloud controller manager, items of the list as YAML */
    static void override(String args) {
        KubernetesObject object = OVERRIDES.copy();
        object.tree().put("spec", YamlText.tree("{controllerManager: {args: [" + args + "]}}"));
        cluster.apply(object);
    }

    void credentials(String name) {
        String value = Base64.getEncoder()
                .encodeToString((PlantedSecrets.VALUE + " " + name).getBytes(StandardCharsets.UTF_8));
        cluster.input("Secret", secret(), "data: {key: %s}".formatted(value));
    }

    /** Whether the Secret of the cloud has a name in it. */
    boolean hasCredentials(String name) {
        String value = cluster.live(key("v1", "Secret", secret())).fields().string("data", "key");
        return new String(Base64.getDecoder().decode(value), StandardCharsets.UTF_8).endsWith(" " + name);
    }

    private String secret() {
        return switch (platform) {
            case AZURE -> "azure-cloud-credentials";
            case VSPHERE -> "vsphere-cloud-credentials";
            case OPEN_STACK -> "openstack-cloud-credentials";
            default -> "cloud-controller-manager-credentials";
        };
    }

    /** Waits until the operator has repaired the Deployment: it has looked at all that was there before. */
    void awaitRepair() {
        deployment.removeLabel();
        await("the label").atMost(PATIENCE).until(deployment::hasLabel);
    }

    static String message(ConditionType type) {
        return cluster.clusterOperator().fields().maps("status", "conditions").stream()
                .filter(condition -> condition.get("type").equals(type.value()))
                .map(condition -> String.valueOf(condition.get("message")))
                .findFirst()
                .orElse("");
    }

    void awaitStep(String what, BooleanSupplier step) {
        await(what).atMost(patience).until(step::getAsBoolean);
    }

    /** Whether all Pods work, and the operator says so. */
    boolean isRolledOut() {
        return deployment.isRolledOut() && message(PROGRESSING).equals("Nothing is being rolled out");
    }

    /** Waits until Pods work with a configuration, and the operator says that all is well. */
    void awaitConverged(String name) {
        await("the " + name + " configuration").atMost(patience).untilAsserted(() -> {
            assertThat(deployment.has(name)).isTrue();
            assertThat(isRolledOut()).isTrue();
            KubernetesObject live = cluster.clusterOperator();
            assertThatCondition(live, AVAILABLE).isTrue();
            assertThatCondition(live, PROGRESSING).isFalse();
            assertThatCondition(live, DEGRADED).isFalse();
        });
    }

    /** Waits until Pods work with the first configuration again, and the operator says why. */
    void awaitTakenBack(String sources) {
        awaitTakenBack(sources, ENDS.exitCode(), WORDS);
    }

    /** The same where the program says something else. */
    void awaitTakenBack(String sources, int exitCode, String words) {
        Pattern message = Pattern.compile(
                "^Failed to resync for operator: 4\\.20\\.0 because .*\\Qthe configuration of %s was taken back: Pod %s-\\E[^:]*\\Q%s\\E"
                        .formatted(sources, deployment.object().name(), ENDED + exitCode + ": " + words));
        await("what was taken back").atMost(patience).untilAsserted(() -> {
            assertThat(message(DEGRADED)).containsPattern(message);
            assertThat(deployment.mounted()).isEqualTo("cloud-conf-a");
            assertThat(isRolledOut()).isTrue();
            KubernetesObject live = cluster.clusterOperator();
            assertThatCondition(live, AVAILABLE).isTrue();
            assertThatCondition(live, PROGRESSING).isFalse();
            assertThatCondition(live, DEGRADED).isTrue().hasReason("SyncingFailed");
        });
    }
}
