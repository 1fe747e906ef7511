// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import io.ccmoperator.SourceProviders;
import io.ccmoperator.assets.KubernetesMinor;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.tree.YamlWriter;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.ClusterNetworks;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.cluster.ProxySettings;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.cluster.TlsVersion;
import io.ccmoperator.cluster.Topology;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * All that the packs outside the release payload apply on Kubernetes 1.36, in files: a change of what packs share, or of a substitution, shows what
 * becomes of each.
 */
class PackRenderingsTest {
    private static final Path RENDERINGS =
            Path.of("test/resources/io/ccmoperator/substitution/packs").toAbsolutePath();

    private SourceProviders sources;

    @BeforeEach
    void open() {
        sources = SourceProviders.open();
    }

    @AfterEach
    void close() {
        sources.close();
    }

    @TestFactory
    Stream<DynamicTest> applyWhatTheirFileHas() {
        return packs().map(pack -> dynamicTest(pack.descriptor().name(), () -> assertRendered(pack)));
    }

    @Test
    void haveFileEach() throws IOException {
        try (Stream<Path> files = Files.list(RENDERINGS)) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(
                            packs().map(pack -> pack.descriptor().name() + ".yaml")
                                    .toList());
        }
    }

    private static Stream<Provider> packs() {
        return ProviderIndex.load().entries().stream()
                .map(ProviderIndex::provider)
                .filter(provider -> !provider.descriptor().payload());
    }

    private static void assertRendered(Provider pack) throws IOException {
        String file = pack.descriptor().name() + ".yaml";
        String rendering = rendering(pack);
        Path written = Files.createDirectories(
                        Path.of("../target/renderings").toAbsolutePath().normalize())
                .resolve(file);
        Files.writeString(written, rendering);

        assertThat(rendering)
                .as("cp %s %s, if the change is meant", written, RENDERINGS)
                .isEqualTo(Files.readString(RENDERINGS.resolve(file)));
    }

    private static String rendering(Provider pack) {
        ClusterFacts facts = facts(pack);
        ImageReferences images = ImageChoice.of(pack, facts, new ImageReferences(Map.of()), KubernetesMinor.of("1.36"))
                .images();
        return YamlWriter.writeAll(DesiredResources.of(pack, facts, images).stream()
                .map(KubernetesObject::tree)
                .toList());
    }

    private static ClusterFacts facts(Provider provider) {
        return new ClusterFacts(
                new Infrastructure(
                        provider.descriptor().platform(),
                        provider.descriptor().variant(),
                        "mycluster",
                        Topology.HIGHLY_AVAILABLE,
                        true,
                        Optional.empty(),
                        Optional.empty()),
                Distribution.KUBERNETES,
                "cloud-controller-manager",
                ProxySettings.NONE,
                new ClusterNetworks(List.of("10.244.0.0/16"), List.of()),
                EnabledFeatures.NONE,
                new TlsSettings(Optional.of(TlsVersion.TLS_1_2), List.of(), List.of()),
                Overrides.NONE);
    }
}
