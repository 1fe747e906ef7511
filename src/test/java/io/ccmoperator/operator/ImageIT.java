// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.image.BuiltImage;
import io.ccmoperator.image.ImagePod;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The release image with the packaged program, executable or jar, runs by the Deployment with nothing else around it. */
@Tag("packaged")
class ImageIT {
    private static final String ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount/";

    @Test
    @RequiresApiServer
    void runsCommandLineOfDeploymentOnRootThatItMayNotChange(
            @TempDir Path storage, @TempDir Path volumes, @TempDir Path data) throws Exception {
        assumeTrue(
                Stream.of(9258, 9259).allMatch(ImageIT::isFree),
                "another process uses port 9258 or 9259 of the Deployment; end it");
        ImagePod pod = new ImagePod(BuiltImage.ofPackagedProgram(storage), volumes);
        pod.variables(environment());
        try (OpenShiftCluster cluster = OpenShiftCluster.start(data)) {
            describe(cluster);
            mountVolumes(pod, cluster);
            try (LocalProcess operator = pod.start(commandLine())) {
                await("/healthz")
                        .atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(health("/healthz"))
                                .as(operator.printed())
                                .isEqualTo(200));
                cluster.awaitAvailable();
                await("/readyz").atMost(PATIENCE).until(() -> health("/readyz") == 200);
                assertThat(isFree(9258)).isFalse();
                ProcessHandle program = ImagePod.program(operator);
                assertThat(user(program)).isEqualTo("1001");
                assertThat(cluster.live(key("v1", "ConfigMap", "ccm-trusted-ca"))
                                .fields()
                                .string("data", "ca-bundle.crt"))
                        .contains("-----BEGIN CERTIFICATE-----");
                assertThat(cluster.lease().fields().string("spec", "holderIdentity"))
                        .isNotEmpty();

                program.destroy();

                assertThat(operator.exitCode(Duration.ofSeconds(30))).isZero();
                assertThat(cluster.lease().fields().string("spec", "holderIdentity"))
                        .isEmpty();
                assertThat(operator.printed()).doesNotContain("ERROR", "Read-only", "denied");
            }
            assertThat(pod.changeable()).isEmpty();
        }
    }

    private static void describe(OpenShiftCluster cluster) {
        PayloadFolder.ofKind("ServiceAccount").forEach(cluster::apply);
        cluster.infrastructure(
                "{platformSpec: {type: AWS}, cloudConfig: {name: cloud-provider-config}}",
                "platformStatus: {type: AWS, aws: {region: eu-west-1}}");
        KubernetesObject users = key("v1", "ConfigMap", "openshift-config", "cloud-provider-config");
        users.tree().put("data", Map.of("cloud.conf", "[Global]\nZone = first\n"));
        cluster.apply(users);
    }

    /** What the kubelet mounts; the file of the host names the API server, whose address the cluster's variables do not have. */
    private static void mountVolumes(ImagePod pod, OpenShiftCluster cluster) throws IOException {
        URI server = cluster.server().uri();
        pod.write(
                "/etc/kubernetes/apiserver-url.env",
                "KUBERNETES_SERVICE_HOST='%s'\nKUBERNETES_SERVICE_PORT='%d'\n"
                        .formatted(server.getHost(), server.getPort()));
        pod.write("/etc/cloud-controller-manager-config/images.json", JsonWriter.compact(Images.all("1")));
        pod.directory("/tmp/k8s-metrics-server/serving-certs");
        pod.write(ACCOUNT + "ca.crt", Files.readString(cluster.server().certificate()));
        pod.write(ACCOUNT + "namespace", OpenShiftCluster.OPERATOR);
        pod.write(
                ACCOUNT + "token",
                accepted(cluster.admin().token(OpenShiftCluster.OPERATOR, "cluster-cloud-controller-manager"))
                        .object()
                        .fields()
                        .string("status", "token"));
    }

    private static KubernetesObject container() {
        return new KubernetesObject(
                PayloadFolder.ofKind("Deployment").get(0).containers().get(0));
    }

    private static List<String> commandLine() {
        List<String> line = new ArrayList<>();
        Stream.of("command", "args")
                .flatMap(part -> ((List<?>) container().fields().at(part)).stream())
                .forEach(word -> line.add(word.toString()));
        return line;
    }

    /** Those of the Deployment, for the release of the cluster, and a Service's address that nothing listens on. */
    private static Map<String, String> environment() {
        assertThat(container().fields().maps("env"))
                .extracting(variable -> variable.get("name"))
                .containsExactly("RELEASE_VERSION", "POD_UID");
        return Map.of(
                "RELEASE_VERSION",
                OpenShiftCluster.VERSION,
                "POD_UID",
                UUID.randomUUID().toString(),
                "KUBERNETES_SERVICE_HOST",
                "127.0.0.1",
                "KUBERNETES_SERVICE_PORT",
                "1");
    }

    private static String user(ProcessHandle process) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                .filter(line -> line.startsWith("Uid:"))
                .map(line -> line.split("\\s+")[2])
                .findFirst()
                .orElseThrow();
    }

    private static int health(String path) throws InterruptedException {
        try {
            return HttpClient.newHttpClient()
                    .send(
                            HttpRequest.newBuilder(URI.create("http://127.0.0.1:9259" + path))
                                    .build(),
                            BodyHandlers.discarding())
                    .statusCode();
        } catch (IOException e) {
            return 0;
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
