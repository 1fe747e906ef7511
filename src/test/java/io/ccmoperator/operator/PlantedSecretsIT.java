// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.PlantedSecrets.VALUE;
import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.PlantedSecrets;
import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One secret in every input of the packaged program, in valid and in invalid form. It is in no log, event, condition or output of {@code
 * status} and {@code diff}, and in no error.
 */
@RequiresApiServer
@Tag("packaged")
class PlantedSecretsIT extends OperatorScene {
    private static final String URL = "http://user:" + VALUE + "@proxy.test:3128";

    /** Where the file is copied as it is, and shown by diff: a word alone cannot be known for a credential. */
    private static final Set<Platform> COPIED = EnumSet.of(
            Platform.GCP,
            Platform.IBM_CLOUD,
            Platform.POWER_VS,
            Platform.NUTANIX,
            Platform.ALIBABA,
            Platform.KUBEVIRT,
            Platform.ORACLE,
            Platform.PROXMOX,
            Platform.STACKIT);

    private static final String PRIVATE_KEY = "-----BEGIN PRIVATE KEY-----\n" + VALUE + "\n-----END PRIVATE KEY-----\n";

    @TempDir
    static Path files;

    @TempDir
    Path folder;

    @BeforeAll
    static void start(@TempDir Path data, @TempDir Path log) throws IOException {
        cluster = OpenShiftCluster.start(data);
        cluster.admin()
                .applyStatus(manifest("{apiVersion: config.openshift.io/v1, kind: Proxy, metadata: {name: cluster},"
                        + " status: {httpProxy: '" + URL + "', httpsProxy: '" + URL + "'}}"));
        for (String secret : List.of(
                "cloud-credentials",
                "azure-cloud-credentials",
                "openstack-cloud-credentials",
                "vsphere-cloud-credentials")) {
            cluster.input("Secret", secret, "stringData: {password: %s, cloud.conf: %s}".formatted(VALUE, VALUE));
        }
        overrides("{CLOUD_PASSWORD: %1$s, ALL_PROXY: '%2$s'}", "{cloud-password: %1$s}");
        Path system = Files.writeString(files.resolve("system.pem"), Certificates.pem("ca-5"));
        operator = OperatorUnderTest.start(
                log,
                OpenShiftCluster.VERSION,
                Map.of("HTTPS_PROXY", URL, "AWS_SECRET_ACCESS_KEY", VALUE),
                List.of("*"),
                cluster.kubeconfig(Account.FIRST),
                Images.of(files, "1").flag(),
                "-v=8",
                "--system-trust-bundle=" + system);
    }

    /** What an administrator sets, with variables and flags by name. */
    private static void overrides(String variables, String flags) {
        List<String> env = new ArrayList<>();
        manifest("{env: " + variables.formatted(VALUE, URL) + "}")
                .fields()
                .map("env")
                .forEach((name, value) -> env.add("{name: %s, value: '%s'}".formatted(name, value)));
        List<String> args = new ArrayList<>();
        manifest("{args: " + flags.formatted(VALUE) + "}")
                .fields()
                .map("args")
                .forEach((name, value) -> args.add("{name: %s, value: '%s'}".formatted(name, value)));
        cluster.apply("{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster},"
                + " spec: {controllerManager: {env: [" + String.join(", ", env) + "], args: ["
                + String.join(", ", args) + "]}}}");
    }

    /** Configurations of a cloud with the secret: one that is valid for most, and three that are not. */
    private static List<String> configurations(Platform platform) {
        boolean isJson = platform.cloudConf().startsWith("{");
        return isJson
                ? List.of(
                        platform.cloudConf()
                                .replaceFirst(
                                        "\\{",
                                        "{\"aadClientSecret\": \"" + VALUE + "\", \"proxy\": \"" + URL
                                                + "\", \"key\": \"" + VALUE + "\", "),
                        "{\"aadClientSecret\": \"" + VALUE,
                        "{\"aadClientSecret\": [\"" + VALUE + "\"], \"aadClientCertPassword\": \"" + VALUE + "\"}",
                        COPIED.contains(platform) ? "{\"password\": \"" + VALUE + "\", []}" : "\"" + VALUE + "\"")
                : List.of(
                        platform.cloudConf() + "[Global]\npwd = " + VALUE + "\nKMSEncryptionKey = " + VALUE
                                + "\nauth-url = " + URL + "\n",
                        "[Global]\npassword = \"" + VALUE + "\n",
                        "global: {password: " + VALUE + ", insecureFlag: {a: " + VALUE + "}\n",
                        COPIED.contains(platform) ? "[Global]\npwd = " + VALUE + "\n[\n" : VALUE);
    }

    @ParameterizedTest
    @EnumSource
    void staysHiddenOnEachPlatform(Platform platform) {
        List<String> configurations = configurations(platform);
        // Before the platform: what the one before rejects, such as a value alone, this one may copy.
        configure(configurations.get(0));
        cluster.infrastructure(
                platform.spec().replaceFirst("\\}$", ", cloudConfig: {name: cloud-provider-config, key: cloud.conf}}"),
                "platformStatus: " + platform.status());
        for (int i = 0; i < configurations.size(); i++) {
            configure(configurations.get(i));
            if (i < 2) {
                assertThat(diff()).as("no argument was refused").isNotEqualTo(2);
            }
        }
        assertThat(hidden("status", "--kubeconfig=" + admin(), "--output=json")).isNotEqualTo(2);
    }

    private static void configure(String configuration) {
        cluster.apply(new KubernetesObject(Map.of(
                "apiVersion",
                "v1",
                "kind",
                "ConfigMap",
                "metadata",
                Map.of("name", "cloud-provider-config", "namespace", "openshift-config"),
                "data",
                Map.of("cloud.conf", configuration, "ca-bundle.pem", PRIVATE_KEY))));
    }

    @Test
    void staysHiddenInRefusedOverrides() {
        cluster.platform(Platform.AWS);
        overrides("{CLOUD_PASSWORD: %1$s, CLOUD_CONFIG: '%1$s'}", "{leader-elect: %1$s, cloud-password: %1$s}");

        await("the refusal")
                .atMost(PATIENCE)
                .until(() ->
                        JsonWriter.compact(cluster.clusterOperator().tree()).contains("leader-elect"));
        assertThat(hidden(
                        "diff",
                        "--kubeconfig=" + admin(),
                        "--images-file=" + files.resolve("images.json"),
                        "--release-version=4.20.0"))
                .isEqualTo(1);
        assertThat(hidden("status", "--kubeconfig=" + admin())).isEqualTo(4);
        overrides("{CLOUD_PASSWORD: %1$s}", "{cloud-password: %1$s}");
    }

    /** Commands with a file that has the secret and is invalid, of which {@code %s} is the name. */
    static Stream<String> commands() {
        String infrastructure = " --cluster-infrastructure-file=docs/samples/aws/infrastructure.yaml";
        String images = " --images-file=docs/samples/images.yaml";
        return Stream.of(
                "remove --kubeconfig=%s",
                "diff --kubeconfig=%s",
                "manifests --cluster-infrastructure-file=%s" + images,
                "manifests" + infrastructure + " --images-file=%s",
                "manifests" + infrastructure + images + " --proxy-file=%s",
                "manifests" + infrastructure + images + " --apiserver-file=%s",
                "manifests" + infrastructure + images + " --featuregate-file=%s",
                "manifests" + images + " --cluster-file=%s",
                "render --dest-dir=%s.d" + infrastructure + images + " --cloud-config-file=%1$s",
                "render --dest-dir=%s.d" + infrastructure + images + " --credentials-file=%1$s",
                "cloud-config --cluster-infrastructure-file=docs/samples/vsphere/infrastructure.yaml --cloud-conf=%s",
                "cloud-config --cluster-infrastructure-file=docs/samples/openstack/infrastructure.yaml --cloud-conf=%s",
                "inject-azure-credentials --cloud-config-file-path=%s");
    }

    @ParameterizedTest
    @MethodSource("commands")
    void staysHiddenInErrorsOfInvalidFiles(String command) throws IOException {
        for (String content : List.of(
                VALUE,
                "password: " + VALUE + "\nkey: \"" + VALUE + "\n",
                "{\"token\": \"" + VALUE + "\", \"data\": {\"password\": \"" + VALUE + "\"",
                "apiVersion: v1\nkind: Secret\nmetadata: {name: a}\ndata: {password: '*" + VALUE + "'}\n",
                "apiVersion: v1\nkind: ConfigMap\nmetadata: [" + VALUE + "]\n")) {
            assertThatItFails(command, content);
        }
    }

    /** Its program reads any mapping of YAML. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                VALUE,
                "{\"token\": \"" + VALUE + "\", \"data\": {\"password\": \"" + VALUE + "\"",
                "password: [" + VALUE + "\n"
            })
    void staysHiddenInErrorsOfConfigurationOfAzure(String content) throws IOException {
        assertThatItFails(
                "cloud-config --cluster-infrastructure-file=docs/samples/azure/infrastructure.yaml --cloud-conf=%s",
                content);
    }

    @ParameterizedTest
    @ValueSource(strings = {"status", "run"})
    void staysHiddenInErrorsOfInvalidUsers(String command) throws IOException {
        for (String user : List.of(
                "token: \"" + VALUE + "\\n" + VALUE + "\"",
                "tokenFile: " + Files.writeString(folder.resolve("token"), VALUE + "\n" + VALUE),
                "client-certificate-data: " + VALUE + ", client-key-data: " + VALUE,
                "as: \"" + VALUE + "\\n\"",
                "token: [" + VALUE + "]")) {
            assertThatItFails(command + " --kubeconfig=%s", kubeconfig(user));
        }
    }

    private void assertThatItFails(String command, String content) throws IOException {
        Path file = Files.writeString(folder.resolve("input"), content);

        assertThat(hidden(command.formatted(file).split(" "))).as(command).isEqualTo(1);
    }

    private static String kubeconfig(String user) {
        return """
                apiVersion: v1
                kind: Config
                current-context: a
                contexts: [{name: a, context: {cluster: c, user: u}}]
                clusters: [{name: c, cluster: {server: "https://127.0.0.1:1"}}]
                users: [{name: u, user: {%s}}]
                """.formatted(user);
    }

    private static Path admin() {
        return cluster.server().kubeconfig(cluster.server().uri());
    }

    private int diff() {
        return hidden(
                "diff",
                "--kubeconfig=" + admin(),
                "--images-file=" + files.resolve("images.json"),
                "--release-version=" + OpenShiftCluster.VERSION);
    }

    /** The exit code of a command, in whose output the secret is not. */
    private int hidden(String... arguments) {
        List<String> command = new ArrayList<>(PackagedProgram.command());
        Stream.of(arguments).map(PlantedSecretsIT::ofProject).forEach(command::add);
        try (LocalProcess process = LocalProcess.start(folder, "command-" + System.nanoTime() + ".log", command)) {
            int code = process.exitCode(Duration.ofMinutes(2));
            PlantedSecrets.assertNoneIn(String.join(" ", arguments), process.printed());
            assertThat(process.printed()).doesNotContain("internal error", "Exception");
            return code;
        }
    }

    private static String ofProject(String argument) {
        return argument.replace("=docs/", "=" + PayloadFolder.project() + "/docs/");
    }
}
