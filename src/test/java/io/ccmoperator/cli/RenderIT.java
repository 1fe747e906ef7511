/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cli;

import static io.ccmoperator.cli.Inputs.arguments;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.YamlReader;
import io.quarkus.test.junit.main.LaunchResult;
import io.quarkus.test.junit.main.QuarkusMainIntegrationTest;
import io.quarkus.test.junit.main.QuarkusMainLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@QuarkusMainIntegrationTest
class RenderIT {
    @TempDir
    Path folder;

    private Inputs inputs;
    private Path destination;

    @BeforeEach
    void inputs() {
        inputs = new Inputs(folder);
        destination = folder.resolve("destination");
    }

    private String[] render(Path infrastructure, String... more) {
        String[] all = Stream.concat(Stream.of("--dest-dir=" + destination), Stream.of(more))
                .toArray(String[]::new);
        return arguments("render", infrastructure, inputs.images(), all);
    }

    /** Every file and directory below the destination, a file with its content. */
    private SortedMap<String, String> written() throws IOException {
        SortedMap<String, String> written = new TreeMap<>();
        if (Files.exists(destination)) {
            try (Stream<Path> paths = Files.walk(destination)) {
                for (Path path : paths.toList()) {
                    written.put(
                            destination.relativize(path).toString(),
                            Files.isDirectory(path) ? "directory" : Files.readString(path));
                }
            }
        }
        return written;
    }

    private static void assertDone(LaunchResult result) {
        assertThat(result.getErrorOutput()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.getOutput()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{type: AWS} | aws-cloud-controller-manager | registry/aws:1",
                "{type: Azure, azure: {cloudName: AzurePublicCloud}} | azure-cloud-controller-manager | registry/azure:1",
                "{type: Azure, azure: {cloudName: AzureStackCloud}} | azure-cloud-controller-manager | registry/azure:1",
                "{type: Azure} | azure-cloud-controller-manager | registry/azure:1",
                "{type: VSphere} | vsphere-cloud-controller-manager | registry/vsphere:1",
                "{type: OpenStack} | openstack-cloud-controller-manager | registry/openstack:1",
            })
    void writesStaticPodOfPlatform(String platformStatus, String name, String image, QuarkusMainLauncher launcher)
            throws IOException {
        assertDone(launcher.launch(render(inputs.infrastructure(platformStatus))));

        String yaml = Files.readString(destination.resolve("bootstrap/" + name + "-pod.yaml"));
        KubernetesObject pod =
                new KubernetesObject(YamlReader.read(yaml).get(0).map().orElseThrow());
        assertThat(pod.display()).isEqualTo("Pod kube-system/" + name);
        assertThat(pod.containers().get(0)).containsEntry("image", image);
        assertThat(written()).containsOnlyKeys("", "bootstrap", "config", "bootstrap/" + name + "-pod.yaml");
    }

    @ParameterizedTest
    @CsvSource({"BareMetal", "None", "Libvirt", "oVirt", "KubeVirt", "EquinixMetal", "External", "SomethingNew"})
    void writesEmptyFoldersForPlatformWithoutProvider(String platform, QuarkusMainLauncher launcher)
            throws IOException {
        assertDone(launcher.launch(render(inputs.infrastructure("{type: " + platform + "}"))));

        assertThat(written()).containsOnlyKeys("", "bootstrap", "config");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cloud.conf | {cloud.conf: usual}",
                "other | {cloud.conf: usual, other: named}",
                "'' | {cloud.conf: usual}",
                "other | {other: usual}",
            })
    void readsCloudConfigFromUsualOrNamedKey(String key, String data, QuarkusMainLauncher launcher) throws IOException {
        Path infrastructure = inputs.infrastructure("{type: AWS}", "{cloudConfig: {name: c, key: '" + key + "'}}");

        assertDone(launcher.launch(render(infrastructure, "--cloud-config-file=" + inputs.cloudConfig(data))));

        assertThat(written()).containsEntry("config/cloud.conf", "usual");
    }

    @Test
    void writesEntriesOfSecretReadableForOwnerOnly(QuarkusMainLauncher launcher) throws IOException {
        Path secret = inputs.write("secret.yaml", """
                apiVersion: v1
                kind: Secret
                metadata: {name: s}
                data: {azure_client_id: aWQ=}
                stringData: {azure_tenant_id: tenant}
                """);

        assertDone(launcher.launch(render(inputs.infrastructure("{type: Azure}"), "--credentials-file=" + secret)));

        assertThat(written())
                .containsEntry("secrets/azure_client_id", "id")
                .containsEntry("secrets/azure_tenant_id", "tenant");
        assertThat(mode("secrets/azure_client_id")).isEqualTo("rw-------");
        assertThat(mode("secrets")).isEqualTo("rwx------");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{type: VSphere} | [Global]\\npassword = p\\n | rw-------",
                "{type: VSphere} | [Global]\\nsecret-name = s\\n | rw-r--r--",
                "{type: Azure} | {\\\"aadClientSecret\\\": \\\"s\\\"} | rw-------",
            })
    void writesCloudConfigWithCredentialsReadableForOwnerOnly(
            String platformStatus, String content, String mode, QuarkusMainLauncher launcher) throws IOException {
        Path cloudConfig = inputs.cloudConfig("{cloud.conf: \"" + content + "\"}");

        assertDone(
                launcher.launch(render(inputs.infrastructure(platformStatus), "--cloud-config-file=" + cloudConfig)));

        assertThat(mode("config/cloud.conf")).isEqualTo(mode);
    }

    private String mode(String path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(destination.resolve(path)));
    }

    @Test
    void rejectsEmptyDestinationAsWrongUsage(QuarkusMainLauncher launcher) {
        LaunchResult result = launcher.launch(
                arguments("render", inputs.infrastructure("{type: AWS}"), inputs.images(), "--dest-dir="));

        assertThat(result.exitCode()).isEqualTo(2);
        assertThat(result.getErrorStream())
                .first()
                .isEqualTo("error: --dest-dir: is empty; name the directory to write to, . for the current one");
        assertThat(Path.of("bootstrap")).doesNotExist();
    }

    @Test
    void writesSameBytesForSameInput(QuarkusMainLauncher launcher) throws IOException {
        Path infrastructure = inputs.infrastructure("{type: Azure}");
        assertDone(launcher.launch(render(infrastructure)));
        SortedMap<String, String> first = written();

        assertDone(launcher.launch(render(infrastructure)));

        assertThat(written()).isEqualTo(first);
    }

    @Test
    void removesFilesOfPreviousRun(QuarkusMainLauncher launcher) throws IOException {
        Path cloudConfig = inputs.cloudConfig("{cloud.conf: old}");
        assertDone(launcher.launch(render(inputs.infrastructure("{type: AWS}"), "--cloud-config-file=" + cloudConfig)));
        Files.writeString(destination.resolve("bootstrap/of-somebody-else.yaml"), "kept");

        assertDone(launcher.launch(render(inputs.infrastructure("{type: BareMetal}"))));

        assertThat(written()).containsOnlyKeys("", "bootstrap", "bootstrap/of-somebody-else.yaml", "config");
    }

    @Test
    void requiresCloudConfigThatInfrastructureNames(QuarkusMainLauncher launcher) throws IOException {
        Path infrastructure = inputs.infrastructure("{type: AWS}", "{cloudConfig: {name: cloud-provider-config}}");

        LaunchResult result = launcher.launch(render(infrastructure));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getErrorOutput())
                .isEqualTo("error: " + infrastructure + ": spec.cloudConfig names the ConfigMap "
                        + "'cloud-provider-config'; give its manifest with --cloud-config-file");
        assertThat(written()).isEmpty();
    }

    @Test
    void namesBothKeysWhenCloudConfigHasNeither(QuarkusMainLauncher launcher) throws IOException {
        Path infrastructure = inputs.infrastructure("{type: AWS}", "{cloudConfig: {name: c, key: config}}");
        Path cloudConfig = inputs.cloudConfig("{other: x}");

        LaunchResult result = launcher.launch(render(infrastructure, "--cloud-config-file=" + cloudConfig));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getErrorOutput())
                .isEqualTo("error: " + cloudConfig
                        + ": the ConfigMap has neither the key 'cloud.conf' nor 'config', which " + infrastructure
                        + " names in spec.cloudConfig.key");
        assertThat(written()).isEmpty();
    }

    @Test
    void namesEveryMissingImageAndWritesNothing(QuarkusMainLauncher launcher) throws IOException {
        Path infrastructure = inputs.infrastructure("{type: AWS}");
        Path images = inputs.write("images.json", "{\"cloudControllerManagerAzure\": \"registry/azure:1\"}");

        LaunchResult result = launcher.launch(arguments("render", infrastructure, images, "--dest-dir=" + destination));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getErrorOutput())
                .isEqualTo("error: aws: images.json lacks cloudControllerManagerAWS, "
                        + "needed by container cloud-controller-manager of Pod aws-cloud-controller-manager");
        assertThat(written()).isEmpty();
    }

    @Test
    void rejectsUnknownFieldUnlessIgnored(QuarkusMainLauncher launcher) {
        Path infrastructure = inputs.infrastructure("{type: AWS, fromTheFuture: 1}");

        LaunchResult refused = launcher.launch(render(infrastructure));
        LaunchResult ignored = launcher.launch(render(infrastructure, "--ignore-unknown-fields"));

        assertThat(refused.exitCode()).isEqualTo(1);
        assertThat(refused.getErrorOutput())
                .startsWith("error: " + infrastructure + ", line 8, column ")
                .contains(
                        "status.platformStatus.fromTheFuture is not a field of Infrastructure config.openshift.io/v1");
        assertThat(ignored.exitCode()).isZero();
        assertThat(ignored.getErrorOutput()).startsWith("warning: " + infrastructure + ", line 8");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'' | empty",
                "'# nothing' | empty",
                "'a: [' | line 1",
                "'{apiVersion: v1, kind: ConfigMap, metadata: {name: x}}' | an Infrastructure config.openshift.io/v1 is needed",
                "'a: 1\n---\nb: 2' | line 3, column 1: a second document begins here",
                "'- a' | is a list",
            })
    void rejectsFileThatIsNotInfrastructure(String text, String reason, QuarkusMainLauncher launcher)
            throws IOException {
        Path infrastructure = inputs.write("bad.yaml", text);

        LaunchResult result = launcher.launch(render(infrastructure));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getErrorOutput())
                .startsWith("error: " + infrastructure)
                .contains(reason);
        assertThat(result.getErrorStream()).hasSize(1);
        assertThat(written()).isEmpty();
    }

    @Test
    void rejectsMissingFileAndDirectory(QuarkusMainLauncher launcher) {
        LaunchResult missing = launcher.launch(render(folder.resolve("no-such-file")));
        LaunchResult directory = launcher.launch(render(folder));

        assertThat(missing.exitCode()).isEqualTo(1);
        assertThat(missing.getErrorOutput()).contains("no-such-file: does not exist");
        assertThat(directory.exitCode()).isEqualTo(1);
        assertThat(directory.getErrorOutput()).contains(folder + ": is a directory");
    }

    @Test
    void keepsEverythingWhenDestinationIsNotWritable(QuarkusMainLauncher launcher) throws IOException {
        Path infrastructure = inputs.infrastructure("{type: AWS}");
        Files.createDirectories(destination.resolve("bootstrap/aws-cloud-controller-manager-pod.yaml"));
        SortedMap<String, String> before = written();

        LaunchResult result = launcher.launch(render(infrastructure));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getErrorStream())
                .singleElement()
                .asString()
                .startsWith("error: cannot write "
                        + destination.resolve("bootstrap/aws-cloud-controller-manager-pod.yaml"));
        assertThat(written()).isEqualTo(before);
    }

    @Test
    void transformsCloudConfigOnDemand(QuarkusMainLauncher launcher) throws IOException {
        Path cloudConfig = inputs.write("cloud-config.yaml", """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: cloud-provider-config}
                data: {config: "[Global]\\nVPC = vpc-1\\n"}
                """);
        Path infrastructure =
                inputs.infrastructure("{type: AWS}", "{cloudConfig: {name: cloud-provider-config, key: config}}");

        assertDone(launcher.launch(render(infrastructure, "--cloud-config-file=" + cloudConfig)));
        assertThat(written()).containsEntry("config/cloud.conf", "[Global]\nVPC = vpc-1\n");

        assertDone(launcher.launch(
                render(infrastructure, "--cloud-config-file=" + cloudConfig, "--transform-cloud-config")));
        assertThat(written().get("config/cloud.conf"))
                .contains("vpc-1", "ClusterServiceLoadBalancerHealthProbeMode = Shared");
    }

    @Test
    void namesPositionInCloudConfigThatCannotBeTransformed(QuarkusMainLauncher launcher) throws IOException {
        Path cloudConfig = inputs.write("cloud-config.yaml", """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: cloud-provider-config}
                data: {cloud.conf: "[Global\\n"}
                """);

        LaunchResult result = launcher.launch(render(
                inputs.infrastructure("{type: AWS}"),
                "--cloud-config-file=" + cloudConfig,
                "--transform-cloud-config"));

        assertThat(result.exitCode()).isEqualTo(1);
        assertThat(result.getErrorOutput())
                .startsWith("error: " + cloudConfig + ", key cloud.conf: line 1, column 8: ");
        assertThat(written()).isEmpty();
    }
}
