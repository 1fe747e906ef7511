// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.certificates.Certificates;
import io.quarkus.test.junit.main.LaunchResult;
import io.quarkus.test.junit.main.QuarkusMainIntegrationTest;
import io.quarkus.test.junit.main.QuarkusMainLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@QuarkusMainIntegrationTest
@Tag("packaged")
class RenderIT extends RenderScene {
    private static void assertDone(LaunchResult result) {
        assertThat(result.getErrorOutput()).isEmpty();
        assertThat(result.exitCode()).isZero();
        assertThat(result.getOutput()).isEmpty();
    }

    /** Done, with the line that says what initializes the nodes of Azure. */
    private static void assertNoted(LaunchResult result) {
        assertThat(result.getErrorStream())
                .singleElement()
                .asString()
                .startsWith("note: no static Pod is written: ")
                .contains("DaemonSet azure-cloud-node-manager initializes");
        assertThat(result.exitCode()).isZero();
        assertThat(result.getOutput()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{type: AWS} | aws-cloud-controller-manager | registry/aws:1",
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
    @ValueSource(
            strings = {
                "{type: Azure, azure: {cloudName: AzurePublicCloud}}",
                "{type: Azure, azure: {cloudName: AzureStackCloud}}",
                "{type: Azure}"
            })
    void notesWhyPlatformHasNoStaticPod(String platformStatus, QuarkusMainLauncher launcher) throws IOException {
        assertNoted(launcher.launch(render(inputs.infrastructure(platformStatus))));

        assertThat(written()).containsOnlyKeys("", "bootstrap", "config");
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

        assertNoted(launcher.launch(render(inputs.infrastructure("{type: Azure}"), "--credentials-file=" + secret)));

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

        LaunchResult result =
                launcher.launch(render(inputs.infrastructure(platformStatus), "--cloud-config-file=" + cloudConfig));

        assertThat(result.exitCode()).isZero();
        assertThat(mode("config/cloud.conf")).isEqualTo(mode);
    }

    private String mode(String path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(destination.resolve(path)));
    }

    @Test
    @Tag("jar")
    void writesSameBytesForSameInput(QuarkusMainLauncher launcher) throws IOException {
        Path cloudConfig = inputs.cloudConfig(JsonWriter.compact(
                Map.of("cloud.conf", "[Global]\nregion = r\n", "ca-bundle.pem", Certificates.pem(Certificates.USUAL))));
        String[] arguments = render(inputs.infrastructure("{type: OpenStack}"), "--cloud-config-file=" + cloudConfig);
        assertDone(launcher.launch(arguments));
        SortedMap<String, String> first = written();

        assertDone(launcher.launch(arguments));

        assertThat(first).containsKeys("config/cloud.conf", "config/ca-bundle.pem");
        assertThat(mode("config/ca-bundle.pem")).isEqualTo("rw-r--r--");

        assertThat(written()).isEqualTo(first);
    }

    @Test
    void removesFilesOfPreviousRun(QuarkusMainLauncher launcher) throws IOException {
        Path cloudConfig = inputs.cloudConfig("{cloud.conf: old}");
        assertDone(launcher.launch(render(inputs.infrastructure("{type: AWS}"), "--cloud-config-file=" + cloudConfig)));
        Files.writeString(destination.resolve("bootstrap/of-another-program.yaml"), "kept");

        assertDone(launcher.launch(render(inputs.infrastructure("{type: BareMetal}"))));

        assertThat(written()).containsOnlyKeys("", "bootstrap", "bootstrap/of-another-program.yaml", "config");
    }

    @Test
    void namesKubeconfigInTransformedAndOtherCloudConfigOfIbm(QuarkusMainLauncher launcher) throws IOException {
        Path cloudConfig = inputs.cloudConfig("{cloud.conf: \"[global]\\nversion = 1.1.0\\n\"}");
        Path infrastructure = inputs.infrastructure("{type: IBMCloud}");
        String expected = "[global]\nversion = 1.1.0\n\n[kubernetes]\n"
                + "config-file = /etc/kubernetes/bootstrap-secrets/kubeconfig\n";

        assertDone(launcher.launch(render(infrastructure, "--cloud-config-file=" + cloudConfig)));
        assertThat(written()).containsEntry("config/cloud.conf", expected);

        assertDone(launcher.launch(
                render(infrastructure, "--cloud-config-file=" + cloudConfig, "--transform-cloud-config")));
        assertThat(written()).containsEntry("config/cloud.conf", expected);
    }

    @Test
    void transformsCloudConfigOnDemand(QuarkusMainLauncher launcher) throws IOException {
        Path cloudConfig = inputs.write("cloud-config.yaml", """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: cloud-provider-config}
                data: {config: "[Global]\\nZone = us-east-1a\\n"}
                """);
        Path infrastructure =
                inputs.infrastructure("{type: AWS}", "{cloudConfig: {name: cloud-provider-config, key: config}}");

        assertDone(launcher.launch(render(infrastructure, "--cloud-config-file=" + cloudConfig)));
        assertThat(written()).containsEntry("config/cloud.conf", "[Global]\nZone = us-east-1a\n");

        assertDone(launcher.launch(
                render(infrastructure, "--cloud-config-file=" + cloudConfig, "--transform-cloud-config")));
        assertThat(written().get("config/cloud.conf"))
                .contains("us-east-1a", "ClusterServiceLoadBalancerHealthProbeMode = Shared");
    }
}
