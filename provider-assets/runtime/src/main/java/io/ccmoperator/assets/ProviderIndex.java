// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * All providers that the application was built with. The index is small and read at once; a provider's manifests are read
 * only when that provider is asked for.
 */
public final class ProviderIndex {
    /** The folder of generated resources, with a slash at the end. */
    public static final String FOLDER = "META-INF/ccm-provider-assets/";

    /** The resource that lists the providers. */
    public static final String INDEX = FOLDER + "index.json";

    private final List<Entry> entries;

    private ProviderIndex(List<Entry> entries) {
        this.entries = entries;
    }

    /**
     * One provider, without its manifests.
     *
     * @param name the name of its folder
     * @param platform the platform it is for
     * @param variant the variant it is for; empty for the usual one
     * @param bootstrapPods the names of its static Pods
     */
    public record Entry(String name, String platform, String variant, List<String> bootstrapPods) {
        public Entry {
            bootstrapPods = List.copyOf(bootstrapPods);
        }

        /** The resource with the provider's descriptor and manifests. */
        public String resource() {
            return FOLDER + "providers/" + name + ".json";
        }
    }

    /**
     * Reads the index.
     *
     * @throws IllegalStateException if the application was built without the provider assets extension
     */
    public static ProviderIndex load() {
        return new ProviderIndex(read(INDEX).items("providers").stream()
                .map(ProviderIndex::entry)
                .toList());
    }

    /** The providers, sorted by name. */
    public List<Entry> entries() {
        return entries;
    }

    /**
     * The provider for a platform: the one of that very variant or else the one without a variant.
     *
     * @param variant what the cluster says of its variant; empty where it says nothing
     */
    public Optional<Provider> find(String platform, String variant) {
        return entry(platform, variant).or(() -> entry(platform, "")).map(ProviderIndex::provider);
    }

    /** The provider of a name, without its manifests. */
    public Optional<Entry> named(String name) {
        return entries.stream().filter(entry -> entry.name().equals(name)).findFirst();
    }

    /** A provider with its manifests. */
    public static Provider provider(Entry entry) {
        FieldReader fields = read(entry.resource());
        return new Provider(
                DescriptorTree.read(entry.name(), fields.map("descriptor")),
                fields.maps("assets").stream().map(KubernetesObject::new).toList(),
                fields.maps("bootstrap").stream().map(KubernetesObject::new).toList(),
                fields.strings("featureGates"),
                programFlags(fields.field("programFlags")),
                ImageTable.read(fields.field("images", "images")));
    }

    private static Map<String, Set<String>> programFlags(FieldReader programs) {
        Map<String, Set<String>> flags = new LinkedHashMap<>();
        programs.map().keySet().forEach(container -> flags.put(container, Set.copyOf(programs.strings(container))));
        return flags;
    }

    private Optional<Entry> entry(String platform, String variant) {
        return entries.stream()
                .filter(entry ->
                        entry.platform().equals(platform) && entry.variant().equals(variant))
                .findFirst();
    }

    private static Entry entry(FieldReader fields) {
        return new Entry(
                fields.string("name"),
                fields.string("platform"),
                fields.string("variant"),
                fields.strings("bootstrapPods"));
    }

    private static FieldReader read(String resource) {
        try (InputStream stream = Thread.currentThread().getContextClassLoader().getResourceAsStream(resource)) {
            if (stream == null) {
                throw new IllegalStateException("the application has no resource " + resource
                        + "; it has to be built with the extension ccm-provider-assets");
            }
            return FieldReader.of(JsonReader.read(stream.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read the resource " + resource, e);
        }
    }
}
