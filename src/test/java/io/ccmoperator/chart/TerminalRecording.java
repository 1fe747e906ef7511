// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.chart.Chart.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.ControllerManager;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.chart.TerminalPicture.Part;
import io.ccmoperator.chart.TerminalPicture.Scene;
import io.ccmoperator.kubelet.Kubelet;
import io.ccmoperator.kubelet.Program;
import io.ccmoperator.lease.Hostname;
import io.ccmoperator.operator.OperatorUnderTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Records a terminal for {@code docs/recording/record}: installation, status, a setting that is taken back, and removal. The API server,
 * kube-controller-manager, the chart and the packaged operator are real; Pods and Nodes are played, so that no cloud is needed. System
 * property: {@code recording.file}, the picture that is written.
 */
@RequiresApiServer
class TerminalRecording extends ReleaseScene {
    private static final String MANAGED = "cloud-controller-manager";
    private static final String NODE = "control-plane-1";
    private static final String VALUES = """
            image:
              repository: registry.example.com/ccm-operator
            ccm:
              cluster:
                provider: aws
                name: mycluster
            """;

    /** Of the program's flags; the real one has an s at its end. */
    private static final String MISSPELT = "concurrent-service-sync";

    private static final String SETTING =
            "{\"spec\":{\"controllerManager\":{\"args\":[{\"name\":\"" + MISSPELT + "\",\"value\":\"5\"}]}}}";

    /** What a program says whose flags pflag reads. */
    private static final Program ENDS = new Program(
            Optional.of(Duration.ZERO),
            Optional.of(Duration.ZERO),
            1,
            "Error: unknown flag: --" + MISSPELT + "\n",
            Optional.empty());

    private static final int SPEED = 20;
    private static final Duration SHORT = Duration.ofMillis(1200);

    private final Path file = Path.of(System.getProperty("recording.file", "target/recording.svg"));
    private final List<Scene> scenes = new ArrayList<>();
    private final List<Part> parts = new ArrayList<>();

    private ControllerManager controllers;
    private Kubelet ofOperator;
    private Kubelet ofManager;
    private ManagersAtWork managers;

    @BeforeEach
    void startControllers() {
        controllers = ControllerManager.start(server, data);
        ofOperator = Kubelet.start(server.admin(), NAMESPACE, SPEED, Program.WORKS);
        // ManagersAtWork leads.
        ofManager = Kubelet.start(server.admin(), MANAGED, SPEED, Program.WORKS).withoutElection();
        ofManager.programs(pod -> pod.containers().toString().contains(MISSPELT + "=") ? ENDS : Program.WORKS);
        managers = new ManagersAtWork(server.admin());
    }

    @AfterEach
    void stopControllers() {
        managers.close();
        ofManager.close();
        ofOperator.close();
        controllers.close();
    }

    @Test
    void recordsLifeOfInstallation() throws IOException {
        addNode(NODE);
        addNode("control-plane-2");
        install();
        try (OperatorUnderTest operator = startOperator(NAMESPACE)) {
            awaitHealthy(operator);
            shell("kubectl get ccm cluster");
            status();
            endScene();

            breakAndRepair(operator);
            remove();
        }
        assertThat(managers.initialized()).containsOnlyKeys(NODE, "control-plane-2");
        Files.createDirectories(file.toAbsolutePath().getParent());
        Files.writeString(file, TerminalPicture.svg(scenes, 1));
    }

    private void install() throws IOException {
        Path values = Files.writeString(folder.resolve("values.yaml"), VALUES);
        shell("cat values.yaml");
        show(
                "$ helm install ccm-operator helm/ccm-operator --namespace ccm-operator --create-namespace --values values.yaml | head -14");
        print(String.join(
                "\n",
                Chart.helm()
                        .install()
                        .withName("ccm-operator")
                        .withNamespace(NAMESPACE)
                        .createNamespace()
                        .withKubeConfig(kubeconfig)
                        .withValuesFile(values)
                        .call()
                        .getOutput()
                        .strip()
                        .lines()
                        .limit(14)
                        .toList()));
        endScene();
    }

    private void breakAndRepair(OperatorUnderTest operator) throws IOException {
        show("# A flag is misspelt.");
        shell("kubectl patch ccm cluster --type=merge -p '" + SETTING + "'");
        await("the setting to be taken back")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(run("ccm-operator status"))
                        .as(operator.log())
                        .contains("was taken back"));
        awaitAvailablePods();
        show("# The cloud controller manager ends. The operator returns to the flags that worked, and says why.");
        status();
        endScene();

        shell("kubectl patch ccm cluster --type=merge -p '" + SETTING.replace(MISSPELT, MISSPELT + "s") + "'");
        awaitHealthy(operator);
        status();
        endScene();
    }

    private void remove() throws IOException {
        show("$ helm uninstall ccm-operator --namespace ccm-operator");
        uninstallWithJobs(NAMESPACE, NAMESPACE);
        print("release \"ccm-operator\" uninstalled");
        shell("kubectl get deployments,daemonsets,configmaps,ccm --namespace cloud-controller-manager");
        endScene();
    }

    /** Nodes as the kubelet registers them with an external cloud provider. */
    private void addNode(String name) {
        accepted(server.admin().create(manifest("""
                apiVersion: v1
                kind: Node
                metadata:
                  name: %s
                  labels: {node-role.kubernetes.io/control-plane: "", kubernetes.io/os: linux}
                spec: {taints: [{key: %s, value: "true", effect: NoSchedule}]}
                """.formatted(name, ManagersAtWork.UNINITIALIZED))));
    }

    private void status() throws IOException {
        shell("ccm-operator status | head -24");
    }

    private void awaitHealthy(OperatorUnderTest operator) {
        await("health").atMost(PATIENCE).untilAsserted(() -> {
            Printed status = execute("ccm-operator status");
            assertThat(status.exitCode()).as(status.text() + operator.log()).isZero();
        });
    }

    private void awaitAvailablePods() {
        KubernetesObject deployment = aws(MANAGED);
        await("Pods")
                .atMost(PATIENCE)
                .until(() -> accepted(server.admin().read(deployment))
                        .object()
                        .fields()
                        .number("status", "unavailableReplicas")
                        .isEmpty());
    }

    /** Shows a command and what it prints. */
    private void shell(String command) throws IOException {
        show("$ " + command);
        print(run(command).strip());
    }

    private String run(String command) throws IOException {
        return execute(command).text();
    }

    private record Printed(int exitCode, String text) {}

    private Printed execute(String command) throws IOException {
        Path bin = Files.createDirectories(folder.resolve("bin"));
        link(bin.resolve("kubectl"), ApiServer.kubectl().toString());
        link(bin.resolve("ccm-operator"), String.join(" ", PackagedProgram.command()));
        ProcessBuilder builder = new ProcessBuilder("bash", "-c", command)
                .directory(folder.toFile())
                .redirectErrorStream(true);
        Map<String, String> environment = builder.environment();
        environment.put("PATH", bin + ":" + environment.get("PATH"));
        environment.put("KUBECONFIG", kubeconfig.toString());
        environment.put("CCM_OPERATOR_OPERATOR_NAMESPACE", NAMESPACE);
        Process process = builder.start();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        // The leader is named by the machine that records.
        return new Printed(process.onExit().join().exitValue(), text.replace(Hostname.get() + "_", NODE + "_"));
    }

    private static void link(Path path, String program) throws IOException {
        if (!Files.exists(path)) {
            Files.writeString(path, "#!/bin/sh\nexec " + program + " \"$@\"\n");
            assertThat(path.toFile().setExecutable(true)).isTrue();
        }
    }

    private void show(String line) {
        parts.add(new Part(line, SHORT));
    }

    /** Longer output stays longer, then an empty line follows. */
    private void print(String text) {
        Duration reading = SHORT.plus(Duration.ofMillis(220L * text.lines().count()));
        parts.add(new Part(text + "\n", reading));
    }

    private void endScene() {
        parts.add(new Part("", Duration.ofSeconds(2)));
        scenes.add(new Scene(List.copyOf(parts)));
        parts.clear();
    }
}
