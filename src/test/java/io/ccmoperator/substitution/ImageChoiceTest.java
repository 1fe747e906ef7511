// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import static io.ccmoperator.YamlText.tree;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.DescriptorTree;
import io.ccmoperator.assets.ImageTable;
import io.ccmoperator.assets.KubernetesMinor;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.ClusterNetworks;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.ProxySettings;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.cluster.Topology;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Which image runs on Kubernetes. */
class ImageChoiceTest {
    private static final ImageReferences NONE = new ImageReferences(Map.of());
    private static final String KEY = "cloudControllerManagerFog";
    private static final String REPOSITORY = "registry.example.com/fog/ccm";

    private static final Provider FOG = new Provider(
            DescriptorTree.read("fog", tree("""
                    platform: External
                    variant: fog
                    images:
                      cloud-controller-manager: cloudControllerManagerFog
                      inject: cloudControllerManagerOperator
                    """)),
            List.of(),
            List.of(),
            List.of(),
            Map.of(),
            ImageTable.read(FieldReader.of(tree("""
                    cloudControllerManagerFog:
                      repository: registry.example.com/fog/ccm
                      tags: {"1.33": v1.9.0, "1.34": v1.9.1, "1.36": v1.10.0}
                      oldest: v1.9.0
                      dead: [{before: v1.8.3, since: "2026-07-01", reason: the cloud has dropped a member that it reads}]
                    """))));

    private static KubernetesMinor minor(String version) {
        return KubernetesMinor.of(version).orElseThrow();
    }

    private static ClusterFacts facts(Distribution distribution, String spec) {
        return new ClusterFacts(
                new Infrastructure(
                        "External",
                        "fog",
                        "sample-1",
                        Topology.HIGHLY_AVAILABLE,
                        true,
                        Optional.empty(),
                        Optional.empty()),
                distribution,
                "cloud-controller-manager",
                ProxySettings.NONE,
                ClusterNetworks.NONE,
                EnabledFeatures.NONE,
                TlsSettings.UNSET,
                Overrides.of(tree("{spec: " + spec + "}")));
    }

    private static ImageChoice choice(String spec, ImageReferences given, String server) {
        return ImageChoice.of(FOG, facts(Distribution.KUBERNETES, spec), given, Optional.of(minor(server)));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    1.33 | v1.9.0  | 1.33
                    1.34 | v1.9.1  | 1.34
                    1.35 | v1.9.1  | 1.35 by 1.34
                    1.36 | v1.10.0 | 1.36
                    """)
    void takesEntryOfServerOrNewestBelowIt(String server, String tag, String why) {
        ImageChoice choice = choice("{}", NONE, server);

        assertThat(choice.images().find(KEY)).contains(REPOSITORY + ":" + tag);
        assertThat(choice.images().source(KEY)).isEqualTo("images.yaml of fog, Kubernetes " + why);
        assertThat(choice.images().find("cloudControllerManagerOperator")).isEmpty();
        assertThat(choice.warnings()).isEmpty();
    }

    @Test
    void isFunctionOfVersionTableAndWhatIsSet() {
        assertThat(choice("{}", NONE, "1.36")).isEqualTo(choice("{}", NONE, "1.36"));
        assertThat(choice("{logLevel: Debug}", NONE, "1.36")).isEqualTo(choice("{}", NONE, "1.36"));
        assertThat(choice("{}", NONE, "1.35")).isNotEqualTo(choice("{}", NONE, "1.36"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    1.37 | v1.10.0 | 1.36 | newer | upgrade the operator, or set spec.controllerManager.image
                    1.32 | v1.9.0  | 1.33 | older | set spec.controllerManager.image
                    """)
    void warnsOfServerThatTableDoesNotReach(String server, String tag, String entry, String skew, String remedy) {
        ImageChoice choice = choice("{}", NONE, server);

        assertThat(choice.images().find(KEY)).contains(REPOSITORY + ":" + tag);
        assertThat(choice.warnings())
                .containsExactly("Kubernetes " + server + " is " + skew
                        + " than all versions in images.yaml of fog: the image for " + entry + " is taken; " + remedy);
    }

    @Test
    void takesNewestWhereThereIsNoServer() {
        ImageChoice choice =
                ImageChoice.of(FOG, facts(Distribution.KUBERNETES, "{}"), NONE, Optional.<KubernetesMinor>empty());

        assertThat(choice.images().find(KEY)).contains(REPOSITORY + ":v1.10.0");
        assertThat(choice.warnings()).isEmpty();
    }

    @Test
    void prefersImageOfObjectThenOfImagesJson() {
        ImageReferences given = new ImageReferences(Map.of(KEY, "registry/own:1"));

        assertThat(choice("{}", given, "1.40").images()).isEqualTo(given);
        assertThat(choice("{}", given, "1.40").images().source(KEY)).isEqualTo("images.json, " + KEY);
        assertThat(choice("{}", given, "1.40").warnings()).isEmpty();
        ImageChoice ofObject = choice("{controllerManager: {image: 'registry/own:2'}}", NONE, "1.40");
        assertThat(ofObject.images()).isEqualTo(NONE);
        assertThat(ofObject.warnings()).isEmpty();
    }

    @Test
    void asksForVersionOnlyWhereItDecides() {
        ImageReferences given = new ImageReferences(Map.of(KEY, "registry/own:1"));

        assertThat(ImageChoice.dependsOnVersion(FOG, facts(Distribution.KUBERNETES, "{}"), NONE))
                .isTrue();
        assertThat(ImageChoice.dependsOnVersion(FOG, facts(Distribution.KUBERNETES, "{}"), given))
                .isFalse();
        assertThat(ImageChoice.dependsOnVersion(
                        FOG, facts(Distribution.KUBERNETES, "{controllerManager: {image: a}}"), NONE))
                .isFalse();
        assertThat(ImageChoice.dependsOnVersion(FOG, facts(Distribution.OPENSHIFT, "{}"), NONE))
                .isFalse();
    }

    @Test
    void leavesImagesOfOpenShiftAsTheyAre() {
        assertThat(ImageChoice.of(FOG, facts(Distribution.OPENSHIFT, "{}"), NONE, Optional.of(minor("1.40"))))
                .isEqualTo(new ImageChoice(NONE, List.of()));
    }

    /** Of whatever registry: a mirror has the same images. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                    mirror.example.com/ccm:v1.8.2        | releases before v1.8.3 do not work since 2026-07-01: the cloud has dropped a member that it reads
                    registry.example.com/fog/ccm:v1.8.9  | the oldest supported release is v1.9.0
                    """)
    void warnsOfReleaseThatDoesNotWork(String image, String fault) {
        String warning = "the image is " + image.substring(image.indexOf(":v") + 1) + ", but " + fault
                + "; name a later release, or remove it";

        assertThat(choice("{controllerManager: {image: '" + image + "'}}", NONE, "1.36")
                        .warnings())
                .containsExactly("CloudControllerManager cluster: spec.controllerManager.image: " + warning);
        assertThat(choice("{}", new ImageReferences(Map.of(KEY, image)), "1.36").warnings())
                .containsExactly("images.json, " + KEY + ": " + warning);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "mirror.example.com/ccm:v1.9.0",
                "mirror.example.com/ccm:latest",
                "mirror.example.com/other:v1.8.2",
                "mirror.example.com/ccm@sha256:0123"
            })
    void saysNothingOfOtherImages(String image) {
        assertThat(choice("{controllerManager: {image: '" + image + "'}}", NONE, "1.36")
                        .warnings())
                .isEmpty();
    }

    @SuppressWarnings("try")
    static Stream<Arguments> providersAndVersions() {
        try (SourceProviders sources = SourceProviders.open()) {
            return ProviderIndex.load().entries().stream()
                    .map(ProviderIndex::provider)
                    .flatMap(provider -> Stream.of("1.33", "1.34", "1.35", "1.36")
                            .map(version -> Arguments.of(provider.descriptor().name(), provider, version)))
                    .toList()
                    .stream();
        }
    }

    @ParameterizedTest(name = "{0} {2}")
    @MethodSource("providersAndVersions")
    void choosesForEachProvider(String name, Provider provider, String version) {
        ImageChoice choice =
                ImageChoice.of(provider, facts(Distribution.KUBERNETES, "{}"), NONE, Optional.of(minor(version)));

        assertThat(choice.images().byKey().keySet()).isEqualTo(provider.images().keySet());
        provider.images().forEach((key, table) -> {
            KubernetesMinor entry = table.entry(minor(version));
            assertThat(choice.images().find(key))
                    .contains(table.repository() + ":" + table.tags().get(entry));
            assertThat(choice.images().source(key)).startsWith("images.yaml of " + name + ", Kubernetes " + version);
        });
        assertThat(choice.warnings()).hasSize((int) provider.images().values().stream()
                .filter(table -> table.tags().lastKey().compareTo(minor(version)) < 0
                        || table.tags().firstKey().compareTo(minor(version)) > 0)
                .count());
    }

    /** What the projects publish: a change of it replaces Pods with the next release of the operator. */
    @ParameterizedTest
    @CsvSource({
        "aws, v1.33.4, v1.34.3, v1.35.2, v1.36.1",
        "azure, v1.33.17, v1.34.13, v1.35.8, v1.36.5",
        "azurestack, v1.33.17, v1.34.13, v1.35.8, v1.36.5",
        "gcp, v33.4.0, v34.2.0, v35.0.2, v36.0.7",
        "openstack, v1.33.1, v1.34.1, v1.35.0, v1.36.0",
        "vsphere, v1.33.1, v1.34.0, v1.35.1, v1.36.0",
        "digitalocean, v0.1.68, v0.1.68, v0.1.68, v0.1.68",
        "nutanix, v0.5.3, v0.6.3, v0.7.0, v0.7.0",
        "alibaba, v2.14.0, v2.14.0, v2.14.0, v2.14.0",
        "exoscale, 0.33.0, 0.34.0, 0.34.0, 0.34.0",
        "hetzner, v1.35.0, v1.35.0, v1.35.0, v1.35.0",
        "kubevirt, v0.6.0, v0.6.0, v0.6.0, v0.6.0",
        "linode, v0.9.8, v0.9.8, v0.9.8, v0.9.8",
        "oracle, v1.33.2, v1.34.2, v1.35.0, v1.36.0",
        "outscale, v1.33.7, v1.34.7, v1.35.7, v1.36.7",
        "proxmox, v0.13.1, v0.13.1, v0.13.1, v0.13.1",
        "scaleway, v0.33.0, v0.34.3, v0.35.4, v0.36.2",
        "stackit, v1.33.18, v1.34.11, v1.35.6, v1.36.3",
        "vultr, v0.18.0, v0.18.0, v0.18.0, v0.18.0"
    })
    @SuppressWarnings("try")
    void hasReleasesOfProjects(String name, String first, String second, String third, String fourth) {
        try (SourceProviders sources = SourceProviders.open()) {
            Provider provider =
                    ProviderIndex.provider(ProviderIndex.load().named(name).orElseThrow());

            assertThat(provider.images().values())
                    .isNotEmpty()
                    .allSatisfy(table -> assertThat(Stream.of("1.33", "1.34", "1.35", "1.36")
                                    .map(version -> table.tags()
                                            .get(table.entry(minor(version)))
                                            .text()))
                            .containsExactly(first, second, third, fourth));
        }
    }

    @Test
    void saysWhichImageOneProgramHas() {
        Overrides set = facts(Distribution.KUBERNETES, "{controllerManager: {image: 'fog/ccm:v1'}}")
                .overrides();
        ImageReferences given = new ImageReferences(Map.of(KEY, "fog/ccm:v2"));
        Supplier<Optional<KubernetesMinor>> server = () -> Optional.of(minor("1.34"));

        assertThat(ImageChoice.ofProgram(Overrides.CCM, FOG, set, given, server))
                .contains("fog/ccm:v1");
        assertThat(ImageChoice.ofProgram(Overrides.CCM, FOG, Overrides.NONE, given, server))
                .contains("fog/ccm:v2");
        assertThat(ImageChoice.ofProgram(Overrides.CCM, FOG, Overrides.NONE, NONE, server))
                .contains(REPOSITORY + ":v1.9.1");
        assertThat(ImageChoice.ofProgram(Overrides.CCM, FOG, Overrides.NONE, NONE, Optional::empty))
                .isEmpty();
        assertThat(ImageChoice.ofProgram("inject", FOG, Overrides.NONE, NONE, server))
                .isEmpty();
        assertThat(ImageChoice.ofProgram("other", FOG, Overrides.NONE, NONE, server))
                .isEmpty();
    }
}
