// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.SamplePack;
import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.CustomResources;
import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.certificates.Certificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A provider of a mounted ConfigMap, which changes while the operator runs. */
@RequiresApiServer
@Tag("packaged")
class ProviderDirIT {
    private static final Duration PATIENCE = OpenShiftCluster.PATIENCE;
    private static final String MANAGED = "cloud-controller-manager";
    private static final String OPERATOR = "ccm-operator";
    private static final KubernetesObject OBJECT =
            manifest("{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster}}");
    private static final KubernetesObject DEPLOYMENT = manifest(
            "{apiVersion: apps/v1, kind: Deployment, metadata: {namespace: %s, name: example-cloud-controller-manager}}"
                    .formatted(MANAGED));
    private static final SamplePack INVALID = SamplePack.example()
            .replace(SamplePack.DEPLOYMENT, "hostNetwork: true", "hostNetwrok: true")
            .replace("example/provider.yaml", "payload: false", "payload: true");
    private static final String FINDING =
            "spec.template.spec.hostNetwrok (line 33): there is no such field; is hostNetwork" + " meant? [schema]";
    private static final String OTHER_FINDING = "payload (line 3): has to be false";

    @TempDir
    static Path data;

    @TempDir
    Path folder;

    private Path packs;
    private ApiServer server;
    private Workloads workloads;

    @Test
    void usesWhatIsValidAndDeletesNothingOfWhatIsNot() throws IOException {
        packs = Files.createDirectories(folder.resolve("packs"));
        SamplePack.example().mount(packs);
        server = ApiServer.start(data);
        try {
            CustomResources.loadOwn(server.admin());
            List.of(MANAGED, OPERATOR)
                    .forEach(name -> OpenShiftCluster.accepted(server.admin()
                            .apply(manifest("{apiVersion: v1, kind: Namespace, metadata: {name: " + name + "}}"))));
            workloads = new Workloads(server.admin(), MANAGED);
            OpenShiftCluster.accepted(server.admin().apply(manifest("""
                    apiVersion: ccmoperator.io/v1beta1
                    kind: CloudControllerManager
                    metadata: {name: cluster}
                    spec: {cluster: {provider: example, name: sample-1, controlPlaneTopology: HighlyAvailable}}
                    """)));
            deployOperator();
            try (OperatorUnderTest operator = start()) {
                operator.awaitLog("providers of " + packs + " accepted in ").awaitReady();
                acceptedThenRefused(operator);
                changed();
                INVALID.mount(packs);
                awaitCondition(
                        "Degraded", "True providers of " + packs + " refused, those that it had before stay in use");
            }
            long generation = generation();
            String uid = live(DEPLOYMENT).fields().string("metadata", "uid");
            try (OperatorUnderTest operator = start()) {
                refusedFromTheStart(operator);
                assertThat(generation()).isEqualTo(generation);
                SamplePack.example()
                        .replace(SamplePack.DEPLOYMENT, "cpu: 100m", "cpu: 50m")
                        .mount(packs);
                operator.awaitLog("providers of " + packs + " accepted in ");
                awaitAvailable();
                assertThat(generation()).isEqualTo(generation);
                assertThat(live(DEPLOYMENT).fields().string("metadata", "uid")).isEqualTo(uid);
            }
        } finally {
            server.close();
        }
    }

    private void acceptedThenRefused(OperatorUnderTest operator) {
        awaitAvailable();
        assertThat(live(OBJECT).fields().string("status", "provider")).isEqualTo("example");
        long generation = generation();

        INVALID.mount(packs);

        awaitCondition("Degraded", "True providers of " + packs + " refused, those that it had before stay in use: ");
        assertThat(condition("Degraded")).contains(FINDING).contains(OTHER_FINDING);
        assertThat(condition("Available")).startsWith("True");
        assertThat(generation()).isEqualTo(generation);
        assertThat(operator.log())
                .contains(packs + "/example/assets/50-deployment.yaml, document 1")
                .contains(FINDING)
                .contains(OTHER_FINDING);
        assertThat(run(4, "status")).contains("stay in use").contains("give a copy of the folder with --provider-dir");
        assertThat(run(4, "status", "--provider-dir=" + SamplePack.example().write(folder.resolve("copy"))))
                .contains("External example, provider example");
        assertThat(run(1, "providers", "--provider-dir=" + packs))
                .contains(FINDING)
                .contains(OTHER_FINDING);
    }

    private void changed() {
        long generation = generation();
        SamplePack.example()
                .replace(SamplePack.DEPLOYMENT, "cpu: 100m", "cpu: 50m")
                .mount(packs);
        await("a rollout").atMost(PATIENCE).until(() -> generation() == generation + 1);
        awaitAvailable();
        assertThat(live(DEPLOYMENT).tree().toString()).contains("cpu=50m");
        assertThat(run(0, "diff", "--provider-dir=" + packs, "--images-file=" + images().file()))
                .contains("no differences");
    }

    private void refusedFromTheStart(OperatorUnderTest operator) {
        operator.awaitReady();
        awaitCondition("Degraded", "True providers of " + packs + " refused, none of them is used: ");
        assertThat(condition("Degraded")).contains(FINDING);
        assertThat(server.audit().of("admin").stream()
                        .filter(request -> request.verb().equals("delete"))
                        .toList())
                .isEmpty();
        assertThat(operator.health("/healthz")).isEqualTo(200);
    }

    /** Whose flags commands read. */
    private void deployOperator() {
        OpenShiftCluster.accepted(server.admin().apply(manifest("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {namespace: ccm-operator, name: cluster-cloud-controller-manager-operator}
                spec:
                  selector: {matchLabels: {a: b}}
                  template:
                    metadata: {labels: {a: b}}
                    spec:
                      containers:
                        - name: operator
                          image: operator
                          command: [/ccm-operator, run, --distribution=kubernetes, --namespace=cloud-controller-manager,
                                    --leader-elect-resource-namespace=ccm-operator, --provider-dir=/etc/ccm-operator/providers]
                          env: [{name: RELEASE_VERSION, value: 4.20.0}]
                """)));
    }

    private Images images() {
        return Images.of(folder, "1");
    }

    private OperatorUnderTest start() throws IOException {
        Path system = Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5"));
        return OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                List.of("*"),
                "--distribution=kubernetes",
                "--namespace=" + MANAGED,
                "--leader-elect-resource-namespace=" + OPERATOR,
                "--kubeconfig=" + server.kubeconfig(server.uri()),
                "--provider-dir=" + packs,
                images().flag(),
                "--system-trust-bundle=" + system);
    }

    private KubernetesObject live(KubernetesObject object) {
        return server.admin().read(object).object();
    }

    private long generation() {
        return live(DEPLOYMENT).fields().number("metadata", "generation").orElseThrow();
    }

    private String condition(String type) {
        return live(OBJECT).fields().maps("status", "conditions").stream()
                .filter(condition -> type.equals(condition.get("type")))
                .map(condition -> condition.get("status") + " " + condition.getOrDefault("message", ""))
                .findFirst()
                .orElse("");
    }

    private void awaitCondition(String type, String beginning) {
        await(type)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(condition(type)).startsWith(beginning));
    }

    private void awaitAvailable() {
        await("Available").atMost(PATIENCE).untilAsserted(() -> {
            workloads.rollOut();
            assertThat(condition("Available")).startsWith("True");
            assertThat(condition("Progressing")).startsWith("False");
            assertThat(condition("Degraded")).startsWith("False");
        });
    }

    private String run(int exitCode, String... arguments) {
        List<String> command = new ArrayList<>(PackagedProgram.command());
        command.addAll(List.of(arguments));
        if (!arguments[0].equals("providers")) {
            command.addAll(
                    List.of("--kubeconfig=" + server.kubeconfig(server.uri()), "--operator-namespace=" + OPERATOR));
        }
        try (LocalProcess process = LocalProcess.start(folder, arguments[0] + System.nanoTime() + ".log", command)) {
            assertThat(process.exitCode(Duration.ofMinutes(2)))
                    .as(process.printed())
                    .isEqualTo(exitCode);
            return process.printed();
        }
    }
}
