// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.ImageTable;
import io.ccmoperator.assets.KubernetesMinor;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ReleaseTag;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Overrides;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Supplier;

/**
 * The images of a provider. On Kubernetes no release names them: a program without an image of the CloudControllerManager and of images.json has
 * that of the provider's images.yaml for the minor version of the server, or of the newest version below it. A function of that version, of the
 * table and of what is set, and of nothing else: an image changes when one of these does.
 *
 * @param images those of images.json, and those that were chosen
 * @param warnings a message for each image that may not fit the server, and for each that is set and known not to work
 */
public record ImageChoice(ImageReferences images, List<String> warnings) {
    public ImageChoice {
        warnings = List.copyOf(warnings);
    }

    /** Whether the version of the server decides: a program that has an entry in images.yaml has no other image. */
    public static boolean dependsOnVersion(Provider provider, ClusterFacts facts, ImageReferences given) {
        return provider.descriptor().images().keySet().stream()
                .anyMatch(container -> isChosen(container, provider, facts, given));
    }

    /**
     * Chooses.
     *
     * @param given those of images.json
     * @param server the minor version of the API server; empty where there is none: the newest that images.yaml has
     */
    public static ImageChoice of(
            Provider provider, ClusterFacts facts, ImageReferences given, Optional<KubernetesMinor> server) {
        List<String> warnings = new ArrayList<>();
        Map<String, String> chosen = new LinkedHashMap<>();
        Map<String, String> sources = new LinkedHashMap<>();
        if (facts.distribution() == Distribution.KUBERNETES) {
            provider.descriptor().images().forEach((container, key) -> {
                ImageTable table = provider.images().get(key);
                if (isChosen(container, provider, facts, given)) {
                    KubernetesMinor version = server.orElse(table.tags().lastKey());
                    KubernetesMinor entry = table.entry(version);
                    String file = "images.yaml of " + provider.descriptor().name();
                    chosen.put(key, table.repository() + ":" + table.tags().get(entry));
                    sources.put(key, file + ", Kubernetes " + version + (entry.equals(version) ? "" : " by " + entry));
                    boolean newer = version.compareTo(table.tags().lastKey()) > 0;
                    if (newer || version.compareTo(entry) < 0) {
                        warnings.add("Kubernetes " + version + " is " + (newer ? "newer" : "older")
                                + " than all versions in " + file + ": the image for " + entry + " is taken; "
                                + (newer ? "upgrade the operator, or set " : "set ") + field(container, key));
                    }
                } else if (table != null) {
                    given(
                            container,
                            key,
                            facts,
                            given,
                            (place, image) ->
                                    fault(table, image).ifPresent(fault -> warnings.add(place + ": " + fault)));
                }
            });
        }
        return new ImageChoice(given.with(chosen, sources), warnings);
    }

    /**
     * The image of one program on Kubernetes; empty where nothing names it yet.
     *
     * @param given those of images.json
     * @param server the minor version of the API server, asked where the image depends on it
     */
    public static Optional<String> ofProgram(
            String container,
            Provider provider,
            Overrides overrides,
            ImageReferences given,
            Supplier<Optional<KubernetesMinor>> server) {
        Optional<String> key =
                Optional.ofNullable(provider.descriptor().images().get(container));
        return overrides
                .image(container)
                .or(() -> key.flatMap(given::find))
                .or(() -> key.map(provider.images()::get)
                        .flatMap(table -> server.get()
                                .map(version ->
                                        table.repository() + ":" + table.tags().get(table.entry(version)))));
    }

    private static boolean isChosen(String container, Provider provider, ClusterFacts facts, ImageReferences given) {
        String key = provider.descriptor().images().get(container);
        return facts.distribution() == Distribution.KUBERNETES
                && provider.images().containsKey(key)
                && facts.overrides().image(container).isEmpty()
                && given.find(key).isEmpty();
    }

    /** What is set of a program, and where. */
    private static void given(
            String container,
            String key,
            ClusterFacts facts,
            ImageReferences given,
            BiConsumer<String, String> imageAtPlace) {
        Optional<String> set = facts.overrides().image(container);
        set.ifPresentOrElse(
                image -> imageAtPlace.accept(DescribedCluster.OBJECT + ": " + field(container, key), image),
                () -> given.find(key).ifPresent(image -> imageAtPlace.accept("images.json, " + key, image)));
    }

    private static String field(String container, String key) {
        return Overrides.field(container)
                .map(field -> "spec." + field + ".image")
                .orElse(key + " in images.json");
    }

    /** Of an image of the same name, in whatever registry. */
    private static Optional<String> fault(ImageTable table, String image) {
        return ReleaseTag.ofImage(image)
                .filter(release -> name(image).equals(name(table.repository())))
                .flatMap(release -> table.fault(release).map(fault -> "the image is " + release + ", but " + fault))
                .map(fault -> fault + "; name a later release, or remove it");
    }

    private static String name(String reference) {
        return reference.replaceFirst(".*/", "").replaceFirst("[:@].*", "");
    }
}
