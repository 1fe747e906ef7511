// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.DescriptorTree;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
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
import io.ccmoperator.substitution.DesiredResources;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/** The desired resources of the operator's own providers, as they are in its sources. */
public final class BuiltInProviders {
    private static final Path FOLDER = Path.of("main/resources/providers");

    private BuiltInProviders() {}

    /** The names of all. */
    public static List<String> names() {
        return files(FOLDER).map(path -> path.getFileName().toString()).toList();
    }

    /** The desired resources of one in a usual cluster; new ones each time. */
    public static List<KubernetesObject> desired(String name) {
        List<KubernetesObject> assets = files(FOLDER.resolve(name).resolve("assets"))
                .flatMap(file -> YamlReader.read(text(file)).stream())
                .map(YamlDocument::map)
                .flatMap(Optional::stream)
                .map(KubernetesObject::new)
                .toList();
        ProviderDescriptor descriptor = DescriptorTree.read(
                name,
                YamlReader.read(text(FOLDER.resolve(name).resolve("provider.yaml")))
                        .get(0)
                        .map()
                        .orElseThrow());
        return DesiredResources.of(
                new Provider(descriptor, assets, List.of(), List.of(), Map.of(), Map.of()),
                facts(descriptor),
                images(descriptor));
    }

    private static ClusterFacts facts(ProviderDescriptor descriptor) {
        return new ClusterFacts(
                new Infrastructure(
                        descriptor.platform(),
                        "",
                        "sample-1",
                        Topology.HIGHLY_AVAILABLE,
                        true,
                        Optional.empty(),
                        Optional.empty()),
                Distribution.OPENSHIFT,
                "openshift-cloud-controller-manager",
                ProxySettings.NONE,
                new ClusterNetworks(List.of("10.128.0.0/14"), List.of("172.30.0.0/16")),
                EnabledFeatures.NONE,
                TlsSettings.UNSET,
                Overrides.NONE);
    }

    private static ImageReferences images(ProviderDescriptor descriptor) {
        Map<String, String> images = new TreeMap<>();
        descriptor.images().values().forEach(key -> images.put(key, "registry/" + key + ":1"));
        return new ImageReferences(images);
    }

    private static Stream<Path> files(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList().stream();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
