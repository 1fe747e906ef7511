// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.bootstrap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.input.DescribingFile;
import io.ccmoperator.input.ManifestKind;
import io.ccmoperator.input.UnknownFields;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the bootstrap VM gets of each platform's provider. */
class RenderTest {
    private static final String CONFIGS = "/etc/kubernetes/bootstrap-configs";

    /** What OpenShift's installer writes as ca-file into cloud.conf, and as cacert into clouds.yaml. */
    private static final String NAMED_BY_INSTALLER =
            "/etc/kubernetes/static-pod-resources/configmaps/cloud-config/ca-bundle.pem";

    @TempDir
    Path folder;

    private final SourceProviders sources = SourceProviders.open();
    private final ProviderIndex providers = ProviderIndex.load();

    @AfterEach
    void close() {
        sources.close();
    }

    private Optional<String> render(String platform, Map<String, Object> configMap) throws IOException {
        Map<String, Object> images = new LinkedHashMap<>();
        providers.entries().stream()
                .flatMap(entry -> ProviderIndex.provider(entry).descriptor().images().values().stream())
                .forEach(key -> images.put(key, "registry/" + key));
        Map<String, Object> manifest = new LinkedHashMap<>(
                Map.of("apiVersion", "v1", "kind", "ConfigMap", "metadata", Map.of("name", "cloud-provider-config")));
        manifest.put("data", configMap);
        return Render.run(
                new Render.Request(
                        folder.resolve("out"),
                        new DescribingFile(
                                write("infrastructure.yaml", """
                                apiVersion: config.openshift.io/v1
                                kind: Infrastructure
                                metadata: {name: cluster}
                                status:
                                  infrastructureName: sample-1
                                  platformStatus: {type: %s}
                                """.formatted(platform)),
                                ManifestKind.INFRASTRUCTURE,
                                providers),
                        write("images.json", JsonWriter.compact(images)),
                        configMap.isEmpty()
                                ? Optional.empty()
                                : Optional.of(write("cloud-config.yaml", JsonWriter.compact(manifest))),
                        Optional.empty(),
                        Optional.empty(),
                        UnknownFields.reject()),
                providers);
    }

    @Test
    void takesImageOfObjectThatDescribesCluster() throws IOException {
        Path none = write("images.json", "{}");
        DescribingFile object =
                new DescribingFile(write("object.yaml", """
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster}
                spec: {controllerManager: {image: "registry/own:2"}, cluster: {provider: gcp, name: a}}
                """), ManifestKind.CLOUD_CONTROLLER_MANAGER, providers);

        Render.run(
                new Render.Request(
                        folder.resolve("out"),
                        object,
                        none,
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        UnknownFields.reject()),
                providers);

        assertThat(written().values()).anyMatch(file -> file.contains("image: registry/own:2"));
    }

    private Path write(String name, String text) throws IOException {
        return Files.writeString(folder.resolve(name), text);
    }

    private SortedMap<String, String> written() throws IOException {
        SortedMap<String, String> written = new TreeMap<>();
        Path out = folder.resolve("out");
        if (Files.exists(out)) {
            try (Stream<Path> files = Files.walk(out)) {
                for (Path file : files.filter(Files::isRegularFile).toList()) {
                    written.put(out.relativize(file).toString(), Files.readString(file));
                }
            }
        }
        return written;
    }

    private KubernetesObject pod(String name) throws IOException {
        return new KubernetesObject(YamlText.tree(written().get("bootstrap/" + name + "-pod.yaml")));
    }

    /** A program that asks the cloud before it opens its port would otherwise be killed by a slow cloud. */
    @ParameterizedTest
    @CsvSource({
        "AWS, aws, 300",
        "GCP, gcp, 300",
        "OpenStack, openstack, 300",
        "IBMCloud, ibm, 300",
        "PowerVS, powervs, 300",
        "VSphere, vsphere, 20",
        "Nutanix, nutanix, 20"
    })
    void letsKubeletRestartProgramThatHangs(String platform, String name, long delay) throws IOException {
        render(platform, Map.of("cloud.conf", "[Global]\n"));

        FieldReader probe = FieldReader.of(
                        pod(name + "-cloud-controller-manager").containers().get(0))
                .field("livenessProbe");
        assertThat(probe.map("httpGet"))
                .isEqualTo(Map.of("scheme", "HTTPS", "host", "127.0.0.1", "path", "/healthz", "port", "https"));
        assertThat(probe.at("initialDelaySeconds")).isEqualTo(delay);
    }

    @ParameterizedTest
    @ValueSource(strings = {"IBMCloud", "PowerVS"})
    void namesKubeconfigInCloudConfigOfBootstrapVm(String platform) throws IOException {
        render(platform, Map.of("cloud.conf", "[global]\nversion = 1.1.0\n[kubernetes]\nconfig-file = \"\"\n"));

        assertThat(written())
                .containsEntry(
                        "config/cloud.conf",
                        "[global]\nversion = 1.1.0\n\n[kubernetes]\nconfig-file = "
                                + "/etc/kubernetes/bootstrap-secrets/kubeconfig\n");
    }

    /** The cloud controller manager refuses an empty configuration, too: there is nothing to say for the user. */
    @ParameterizedTest
    @ValueSource(strings = {"IBMCloud", "PowerVS"})
    void writesNoCloudConfigWhereThereIsNone(String platform) throws IOException {
        render(platform, Map.of());

        assertThat(written()).doesNotContainKey("config/cloud.conf");
    }

    @ParameterizedTest
    @ValueSource(strings = {"AWS", "GCP", "Nutanix", "OpenStack", "VSphere"})
    void leavesCloudConfigOfOthersAsItIs(String platform) throws IOException {
        String text = "# of the user\n[kubernetes]\nconfig-file = \"\"\n";

        render(platform, Map.of("cloud.conf", text));

        assertThat(written()).containsEntry("config/cloud.conf", text);
    }

    @Test
    void mountsAuthoritiesWhereConfigurationOfOpenStackNamesThem() throws IOException {
        render("OpenStack", Map.of("cloud.conf", "x = y\n", "ca-bundle.pem", Certificates.pem("ca-1")));

        assertThat(written()).containsEntry("config/ca-bundle.pem", Certificates.pem("ca-1"));
        FieldReader spec =
                FieldReader.of(pod("openstack-cloud-controller-manager").podSpec());
        List<String> volumes = spec.field("volumes").items().stream()
                .filter(volume -> volume.field("hostPath", "path").is(CONFIGS))
                .map(volume -> volume.string("name"))
                .toList();
        assertThat(spec.field("containers").items().get(0).field("volumeMounts").items())
                .filteredOn(mount -> volumes.contains(mount.string("name")))
                .extracting(mount -> mount.string("mountPath") + "/ca-bundle.pem")
                .contains(NAMED_BY_INSTALLER);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "AWS aws",
                "GCP gcp",
                "IBMCloud ibm",
                "Nutanix nutanix",
                "OpenStack openstack",
                "PowerVS powervs",
                "VSphere vsphere"
            })
    void letsEachStaticPodTrustAuthoritiesOfUser(String platformAndProvider) throws IOException {
        String[] names = platformAndProvider.split(" ");

        render(names[0], Map.of());

        FieldReader container = FieldReader.of(
                pod(names[1] + "-cloud-controller-manager").containers().get(0));
        assertThat(container.field("env").items())
                .filteredOn(variable -> variable.field("name").is("SSL_CERT_DIR"))
                .extracting(variable -> List.of(variable.string("value").split(":")))
                .singleElement()
                .asInstanceOf(InstanceOfAssertFactories.list(String.class))
                .contains(CONFIGS);
    }

    /** Go's reader skips certificates that do not begin at the start of a line. */
    @Test
    void writesAuthoritiesInBlocksThatEveryReaderFinds() throws IOException {
        String typed = "\uFEFF"
                + (Certificates.pem("ca-1") + Certificates.pem("ca-2") + Certificates.pem("ca-1"))
                        .indent(2)
                        .replace("\n", "\r\n");

        render("BareMetal", Map.of("cloud.conf", "x", "ca-bundle.pem", typed));

        assertThat(written())
                .containsEntry("config/ca-bundle.pem", Certificates.pem("ca-1") + Certificates.pem("ca-2"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "none", "-----BEGIN CERTIFICATE-----\nMIIB\n"})
    void rejectsAuthoritiesThatAreNotValid(String bundle) throws IOException {
        assertThatThrownBy(() -> render("OpenStack", Map.of("cloud.conf", "x", "ca-bundle.pem", bundle)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageStartingWith(folder.resolve("cloud-config.yaml") + ", key ca-bundle.pem: ");
        assertThat(written()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"Azure", "Azure, azure: {cloudName: AzureStackCloud}"})
    void saysWhyThereIsNoStaticPodAndWhatInitializesNodes(String platform) throws IOException {
        Optional<String> reason = render(platform, Map.of("cloud.conf", "{}"));

        assertThat(reason)
                .hasValueSatisfying(line -> assertThat(line)
                        .contains("no worker that initializes nodes", "DaemonSet azure-cloud-node-manager")
                        .doesNotContain("\n"));
        assertThat(written()).containsOnlyKeys("config/cloud.conf");
    }

    @Test
    void removesWhatPreviousRunsAndReleasesWrote() throws IOException {
        render("OpenStack", Map.of("cloud.conf", "x", "ca-bundle.pem", Certificates.pem("ca-1")));
        Files.writeString(folder.resolve("out/bootstrap/azure-cloud-controller-manager-pod.yaml"), "of a release");
        Files.writeString(folder.resolve("out/bootstrap/etcd-member-pod.yaml"), "of another program");

        Optional<String> reason = render("AWS", Map.of());

        assertThat(reason).isEmpty();
        assertThat(written())
                .containsOnlyKeys("bootstrap/aws-cloud-controller-manager-pod.yaml", "bootstrap/etcd-member-pod.yaml");
    }
}
