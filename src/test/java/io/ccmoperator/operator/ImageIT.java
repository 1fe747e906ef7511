/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
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
import io.ccmoperator.image.ImageRoot;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The content of the release image that has the packaged program, executable or jar, runs with nothing else around it. */
@Tag("packaged")
class ImageIT {
    private static final String IMAGE_USER = "1001:1001";

    private static final String ACCOUNT = "/var/run/secrets/kubernetes.io/serviceaccount/";

    @TempDir
    Path folder;

    private ImageRoot image;

    @BeforeEach
    void assemble() {
        assumeTrue(ImageRoot.isPossible(), ImageRoot.NEEDS);
        image = ImageRoot.ofPackagedProgram(folder.resolve("root"));
    }

    @Test
    @Tag("jar")
    void runsCommandsWithImageAlone() throws IOException {
        assertThat(printed("--version")).matches("ccm-operator \\d+\\.\\d+\\.\\d+\\S*\\s+");
        assertThat(printed("providers")).contains("AWS", "Azure", "VSphere");
        assertThat(image.folder().resolve("manifests/image-references"))
                .hasSameTextualContentAs(PayloadFolder.project().resolve("manifests/image-references"));
        assertThat(image.folder().resolve("sbom/ccm-operator.cdx.json"))
                .content()
                .contains("\"bomFormat\" : \"CycloneDX\"", "pkg:maven/io.fabric8/kubernetes-client-api@");
    }

    @Test
    @RequiresApiServer
    @Tag("jar")
    void runsCommandLineOfDeploymentOnReadOnlyRoot(@TempDir Path data) throws Exception {
        assumeTrue(
                Stream.of(9258, 9259).allMatch(ImageIT::isFree),
                "another process uses port 9258 or 9259 of the Deployment; end it");
        try (OpenShiftCluster cluster = OpenShiftCluster.start(data)) {
            describe(cluster);
            mountVolumes(cluster);
            List<Path> before = files();
            try (LocalProcess operator = LocalProcess.start(
                    folder, "operator.log", image.command(IMAGE_USER, environment(), commandLine()))) {
                await("/healthz")
                        .atMost(PATIENCE)
                        .untilAsserted(() -> assertThat(health("/healthz"))
                                .as(operator.printed())
                                .isEqualTo(200));
                cluster.awaitAvailable();
                await("/readyz").atMost(PATIENCE).until(() -> health("/readyz") == 200);
                assertThat(isFree(9258)).isFalse();
                assertThat(user(operator)).isEqualTo(image.user());
                assertThat(cluster.live(key("v1", "ConfigMap", "ccm-trusted-ca"))
                                .fields()
                                .string("data", "ca-bundle.crt"))
                        .contains("-----BEGIN CERTIFICATE-----");
                assertThat(cluster.lease().fields().string("spec", "holderIdentity"))
                        .isNotEmpty();

                operator.terminate();

                assertThat(operator.exitCode(Duration.ofSeconds(30))).isZero();
                assertThat(cluster.lease().fields().string("spec", "holderIdentity"))
                        .isEmpty();
                assertThat(operator.printed()).doesNotContain("ERROR", "Read-only", "denied");
            }
            assertThat(files()).isEqualTo(before);
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
    private void mountVolumes(OpenShiftCluster cluster) throws IOException {
        URI server = cluster.server().uri();
        image.write(
                "/etc/kubernetes/apiserver-url.env",
                "KUBERNETES_SERVICE_HOST='%s'\nKUBERNETES_SERVICE_PORT='%d'\n"
                        .formatted(server.getHost(), server.getPort()));
        image.write("/etc/cloud-controller-manager-config/images.json", JsonWriter.compact(Images.all("1")));
        image.directory("/tmp/k8s-metrics-server/serving-certs");
        image.write(ACCOUNT + "ca.crt", Files.readString(cluster.server().certificate()));
        image.write(ACCOUNT + "namespace", OpenShiftCluster.OPERATOR);
        image.write(
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
                .containsExactly("RELEASE_VERSION");
        return Map.of(
                "RELEASE_VERSION", OpenShiftCluster.VERSION,
                "KUBERNETES_SERVICE_HOST", "127.0.0.1",
                "KUBERNETES_SERVICE_PORT", "1");
    }

    private String printed(String command) {
        LocalProcess process = LocalProcess.start(
                folder, command + ".log", image.command(IMAGE_USER, Map.of(), List.of("/ccm-operator", command)));
        int exitCode = process.exitCode(Duration.ofSeconds(30));
        assertThat(exitCode).as(process.printed()).isZero();
        process.close();
        return process.printed();
    }

    private static String user(LocalProcess process) throws IOException {
        return Files.readAllLines(Path.of("/proc/" + process.pid() + "/status")).stream()
                .filter(line -> line.startsWith("Uid:"))
                .map(line -> line.split("\\s+")[2])
                .findFirst()
                .orElseThrow();
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.walk(image.folder())) {
            return files.sorted().toList();
        }
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
