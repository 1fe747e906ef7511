// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.YamlText.tree;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.PlantedSecrets;
import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.payload.PayloadFolder;
import io.ccmoperator.serving.tls.SamplePair;
import java.io.IOException;
import java.nio.file.Files;
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
import org.junit.jupiter.api.io.TempDir;

/** The packaged program as {@code diff}, in a cluster that has the Deployment of the payload. */
@RequiresApiServer
@Tag("packaged")
class DiffIT {
    private static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", "aws-cloud-controller-manager");
    private static final KubernetesObject SERVICE = key("v1", "Service", "aws-cloud-controller-manager");
    private static final KubernetesObject CLOUD_CONF = key("v1", "ConfigMap", "cloud-conf");
    private static final KubernetesObject TRUSTED_CA = key("v1", "ConfigMap", "ccm-trusted-ca");
    private static final KubernetesObject CERTIFICATE = key("v1", "Secret", "cloud-controller-manager-tls");

    private static OpenShiftCluster cluster;

    @TempDir
    Path folder;

    /** What the program printed, and how it ended. */
    private record Result(int exitCode, String output) {}

    @BeforeAll
    static void start(@TempDir Path data) {
        cluster = OpenShiftCluster.start(data);
        cluster.infrastructure(
                "{platformSpec: {type: AWS}, cloudConfig: {name: cloud-provider-config}}",
                "platformStatus: {type: AWS, aws: {region: eu-west-1}}");
        cluster.apply("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: cloud-provider-config, namespace: openshift-config}
                data: {cloud.conf: "[Global]\\nZone = first\\npassword = hunter2\\n"}
                """);
        cluster.apply(manifest("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: cloud-controller-manager-images, namespace: %s}
                data: {images.json: '%s'}
                """.formatted(OpenShiftCluster.OPERATOR, JsonWriter.compact(Images.all("1")))));
        KubernetesObject deployment = PayloadFolder.ofKind("Deployment").get(0).copy();
        deployment.containers().get(0).put("env", List.of(Map.of("name", "RELEASE_VERSION", "value", "4.20.0")));
        cluster.apply(deployment);
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @AfterEach
    void clear() {
        cluster.clear();
        Stream.of(CLOUD_CONF, TRUSTED_CA, CERTIFICATE)
                .filter(object -> !cluster.live(object).tree().isEmpty())
                .forEach(cluster::delete);
    }

    private Result diff(Path kubeconfig, String... flags) {
        List<String> command = new ArrayList<>(PackagedProgram.command());
        command.addAll(List.of("diff", "--kubeconfig=" + kubeconfig));
        command.addAll(List.of(flags));
        try (LocalProcess process = LocalProcess.start(folder, "diff-" + System.nanoTime() + ".log", command)) {
            Result result = new Result(process.exitCode(Duration.ofMinutes(2)), process.printed());
            PlantedSecrets.assertNoneIn("the output of diff", result.output());
            return result;
        }
    }

    private Result diff(String... flags) {
        return diff(cluster.server().kubeconfig(cluster.server().uri()), flags);
    }

    private static List<AuditedRequest> requests() {
        return cluster.server().audit().of("admin");
    }

    @Test
    void takesTokenOfProgramThatTheKubeconfigNames() {
        assertThat(diff(cluster.server().kubeconfigWithExec()).output()).isEqualTo(diff().output());
    }

    /** Runs the operator until it is available, and ends it. */
    private Path converge() throws IOException {
        Path system = Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5"));
        try (OperatorUnderTest operator = OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                List.of("*"),
                cluster.kubeconfig(Account.FIRST),
                Images.of(folder, "1").flag(),
                "--system-trust-bundle=" + system)) {
            cluster.awaitAvailable();
            operator.terminate();
            operator.exitCode();
        }
        return system;
    }

    @Test
    void showsWhatIsCreatedInEmptyClusterAndWritesNothing() {
        int before = requests().size();

        Result result = diff();

        List<AuditedRequest> sent = requests().subList(before, requests().size());
        assertThat(result.exitCode()).as(result.output()).isEqualTo(3);
        assertThat(result.output())
                .contains(
                        "create " + CLOUD_CONF.display() + "\n--- /dev/null\n+++ " + CLOUD_CONF.display() + " (run)\n",
                        "+    Zone ",
                        "+    password ",
                        "<masked 1>",
                        "create " + DEPLOYMENT.display() + "\n",
                        "image: registry/cloudControllerManagerAWS:1\n",
                        " to create, 0 to change, 0 to recreate, 0 to delete\n",
                        "+++ " + SERVICE.display() + " (run)\n",
                        "warning: ConfigMap openshift-cloud-controller-manager/ccm-trusted-ca is not compared; ")
                .doesNotContain("clusterIP");
        assertThat(sent)
                .anyMatch(request -> request.verb().equals("create"))
                .allMatch(request -> request.verb().equals("get")
                        || request.isWrite() && request.query().contains("dryRun=All"));
        assertThat(cluster.live(DEPLOYMENT).tree()).isEmpty();
    }

    @Test
    void findsNextImagesAndEachEditInConvergedCluster() throws IOException {
        String bundle = "--system-trust-bundle=" + converge();
        Path images =
                Images.of(Files.createDirectory(folder.resolve("next")), "2").file();
        Result converged = diff(bundle);
        Result next = diff(bundle, "--images-file=" + images, "--release-version=4.21.0");
        cluster.edit(DEPLOYMENT, live -> live.fields().map("spec").put("replicas", 7L));
        cluster.edit(SERVICE, live -> live.fields().map("spec").put("selector", tree("{other: label}")));
        cluster.edit(CLOUD_CONF, live -> live.tree().put("data", tree("{cloud.conf: '[Global]'}")));
        int before = requests().size();

        Result edited = diff(bundle);

        List<AuditedRequest> sent = requests().subList(before, requests().size());
        assertThat(converged).isEqualTo(new Result(0, "no differences\n"));
        assertThat(next.exitCode()).as(next.output()).isEqualTo(3);
        assertThat(next.output())
                .contains("0 to create, 1 to change, ", "compared with the feature gates of 4.20.0; ")
                .containsPattern("-\\s+image: registry/cloudControllerManagerAWS:1\n")
                .containsPattern("\\+\\s+image: registry/cloudControllerManagerAWS:2\n");
        assertThat(edited.exitCode()).as(edited.output()).isEqualTo(3);
        assertThat(edited.output())
                .contains(
                        "change " + DEPLOYMENT.display(),
                        "-  replicas: 7\n+  replicas: 2\n",
                        "change " + SERVICE.display(),
                        "-    other: label\n",
                        "change " + CLOUD_CONF.display(),
                        "0 to create, 3 to change, 0 to recreate, 0 to delete\n");
        assertThat(sent)
                .anyMatch(request -> request.verb().equals("update"))
                .allMatch(request -> request.verb().equals("get")
                        || request.isWrite() && request.query().contains("dryRun=All"));
    }

    @Test
    void knowsServingCertificate() throws IOException {
        converge();
        issue(SamplePair.ec("first"));
        Result issued = diff();
        cluster.clear();
        String bundle = "--system-trust-bundle=" + converge();
        Result read = diff(bundle);
        issue(SamplePair.ec("renewed"));
        Result renewed = diff(bundle);
        cluster.delete(CERTIFICATE);

        Result deleted = diff(bundle);

        String flags = "%1$s +- --tls-cert-file=/etc/serving-certificate/cloud-controller-manager/tls.crt\n"
                + "%1$s +- --tls-private-key-file=/etc/serving-certificate/cloud-controller-manager/tls.key\n";
        assertThat(issued.exitCode()).as(issued.output()).isEqualTo(3);
        assertThat(issued.output())
                .containsPattern(flags.formatted("\\+"))
                .contains("0 to create, 1 to change, 0 to recreate, 0 to delete\n");
        assertThat(read).isEqualTo(new Result(0, "no differences\n"));
        assertThat(renewed).isEqualTo(read);
        assertThat(deleted.output())
                .containsPattern(flags.formatted("-"))
                .contains("0 to create, 1 to change, 0 to recreate, 0 to delete\n");
    }

    @Test
    void showsWhatOverridesOfFileWouldChangeAndWhatIsRefused() throws IOException {
        String bundle = "--system-trust-bundle=" + converge();
        Path file = folder.resolve("overrides.yaml");
        String object = """
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster}
                spec: {%s}
                """;

        Files.writeString(file, object.formatted("logLevel: Trace, controllerManager: {replicas: 3}"));
        Result valid = diff(bundle, "--cluster-file=" + file);
        Files.writeString(file, object.formatted("controllerManager: {args: [{name: leader-elect, value: 'false'}]}"));
        Result refused = diff(bundle, "--cluster-file=" + file);
        Files.writeString(file, object.formatted("controlerManager: {}"));
        Result misspelt = diff(bundle, "--cluster-file=" + file);

        assertThat(valid.exitCode()).as(valid.output()).isEqualTo(3);
        assertThat(valid.output())
                .contains("-  replicas: 2\n+  replicas: 3\n")
                .containsPattern("\\+\\s+- --v=6\n")
                .contains("0 to create, 1 to change, 0 to recreate, 0 to delete\n");
        assertThat(refused.exitCode()).as(refused.output()).isEqualTo(1);
        assertThat(refused.output())
                .contains("error: CloudControllerManager cluster: spec.controllerManager.args[leader-elect]:"
                        + " the operator sets this flag; remove it");
        assertThat(misspelt.exitCode()).isEqualTo(1);
        assertThat(misspelt.output())
                .contains("error: " + file + ", line 4, column ")
                .contains("spec.controlerManager is not a field of CloudControllerManager ccmoperator.io/v1beta1");
        assertThat(diff(bundle)).isEqualTo(new Result(0, "no differences\n"));
    }

    private static void issue(SamplePair pair) {
        cluster.input("Secret", CERTIFICATE.name(), "data: " + pair.secretData());
    }

    @Test
    void namesPermissionThatUserDoesNotHave() {
        Result result = diff(cluster.server().kubeconfig(Account.SECOND));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.output())
                .startsWith("error: get Deployment openshift-cloud-controller-manager-operator/"
                        + "cluster-cloud-controller-manager-operator: ")
                .contains("cannot get resource \"deployments\" in API group \"apps\" in the namespace")
                .endsWith("; grant the user this permission, or name the kubeconfig of another user\n")
                .hasLineCount(1);
    }
}
