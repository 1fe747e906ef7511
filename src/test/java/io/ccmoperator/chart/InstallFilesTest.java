// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static io.ccmoperator.chart.Chart.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.image.InstallFolder;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The files that a release has for kubectl and kustomize. */
class InstallFilesTest {
    private static final String DEPLOYMENT = "Deployment ccm-operator/cluster-cloud-controller-manager-operator";

    @TempDir
    static Path scratch;

    private static Path install;

    @BeforeAll
    static void release() throws IOException {
        Chart.assumeHelm();
        install = InstallFolder.write(scratch.resolve("release"));
    }

    @Test
    void hasFilesForEachProvider() throws IOException {
        List<String> providers = providers();

        try (Stream<Path> files = Files.list(install)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(Stream.concat(
                                    providers.stream()
                                            .flatMap(name -> Stream.of(name + ".yaml", name + "-cluster.yaml")),
                                    Stream.of("kustomize", "olm"))
                            .toList());
        }
        assertThat(providers).hasSizeGreaterThan(20);
    }

    /** One file creates the namespace before what is in it, and the kind, of which it has no object. */
    @Test
    void rendersChartOfRelease() throws IOException {
        for (String provider : providers()) {
            List<KubernetesObject> objects = objects(provider + ".yaml");
            List<KubernetesObject> cluster = objects(provider + "-cluster.yaml");

            assertThat(objects.subList(0, 2))
                    .extracting(KubernetesObject::display)
                    .containsExactly(
                            "CustomResourceDefinition cloudcontrollermanagers.ccmoperator.io",
                            "Namespace " + NAMESPACE);
            assertThat(cluster).extracting(KubernetesObject::display).containsExactly("CloudControllerManager cluster");
            assertThat(cluster.get(0).fields().string("spec", "cluster", "provider"))
                    .isEqualTo(provider);
            List<KubernetesObject> release = new ArrayList<>(objects.subList(2, objects.size()));
            release.addAll(cluster);
            assertThat(release)
                    .as(provider)
                    .extracting(KubernetesObject::display)
                    .containsExactlyInAnyOrderElementsOf(new Chart(scratch)
                            .byName("{ccm: {cluster: {provider: %s, name: a}, controllerManager: {image: 'a:1'}}}"
                                    .formatted(provider))
                            .keySet());
        }
    }

    @Test
    void namesImageAndVersionOfRelease() throws IOException {
        KubernetesObject deployment = Chart.byName(objects("hetzner.yaml")).get(DEPLOYMENT);

        assertThat(deployment.containers().get(0)).containsEntry("image", InstallFolder.IMAGE);
        assertThat(deployment.containers().get(0).get("env").toString()).contains(InstallFolder.VERSION);
        assertThat(Files.readString(install.resolve("hetzner.yaml"))).doesNotContain("SNAPSHOT");
    }

    @Test
    void runsBeforeAnyNodeIsInitialized() throws IOException {
        for (String provider : providers()) {
            KubernetesObject deployment =
                    Chart.byName(objects(provider + ".yaml")).get(DEPLOYMENT);

            assertThat(NodeFilter.of(deployment).eligible(NodeFilter.SAMPLES))
                    .as(provider)
                    .containsExactly("k3s-server", "kubeadm");
            assertThat(deployment.podSpec()).containsEntry("hostNetwork", true);
        }
    }

    /** What Helm would run at an uninstallation is not applied with the rest. */
    @Test
    void hasNoHooks() throws IOException {
        for (String provider : providers()) {
            assertThat(objects(provider + ".yaml"))
                    .noneMatch(object -> object.fields().map("metadata", "annotations").keySet().stream()
                            .anyMatch(annotation -> annotation.equals("helm.sh/hook")));
        }
    }

    /** The provider of the base is none of these: a component adds what the file for kubectl has beside. */
    @Test
    void composesFilesOfBaseAndComponents() throws IOException {
        for (String provider : providers()) {
            List<KubernetesObject> composed = new ArrayList<>();
            for (String part : List.of("base", "components/network-policy", "components/providers/" + provider)) {
                for (String file : FieldReader.of(YamlText.tree(text("kustomize/" + part + "/kustomization.yaml")))
                        .strings("resources")) {
                    composed.addAll(objects("kustomize/" + part + "/" + file));
                }
            }

            List<KubernetesObject> expected = new ArrayList<>(objects(provider + ".yaml"));
            expected.addAll(objects(provider + "-cluster.yaml"));
            assertThat(Chart.byName(composed))
                    .as(provider)
                    .hasSize(composed.size())
                    .isEqualTo(Chart.byName(expected));
        }
    }

    @Test
    void hasMonitoringOfChart() throws IOException {
        List<KubernetesObject> monitoring = objects("kustomize/components/monitoring/monitoring.yaml");
        monitoring.addAll(objects("kustomize/components/dashboard/dashboard.yaml"));

        List<String> without =
                new Chart(scratch).byName(Chart.KUBERNETES).keySet().stream().toList();
        assertThat(monitoring)
                .extracting(KubernetesObject::display)
                .containsExactlyInAnyOrderElementsOf(new Chart(scratch)
                        .byName("""
                                metrics: {serviceMonitor: true, prometheusRule: true, dashboard: true, insecureSkipVerify: true}
                                ccm: {cluster: {provider: aws, name: sample-1}}
                                """).keySet().stream()
                                .filter(name -> !without.contains(name))
                                .toList());
    }

    private static List<String> providers() throws IOException {
        try (Stream<Path> folders = Files.list(PayloadFolder.project().resolve("src/main/resources/providers"))) {
            return folders.map(folder -> folder.getFileName().toString())
                    .sorted()
                    .toList();
        }
    }

    private static List<KubernetesObject> objects(String file) throws IOException {
        return new ArrayList<>(Chart.objects(text(file)));
    }

    private static String text(String file) throws IOException {
        return Files.readString(install.resolve(file));
    }
}
