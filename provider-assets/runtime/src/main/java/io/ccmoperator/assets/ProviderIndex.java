// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The providers: all that the application was built with, and those that a folder has beside them, which change while the application
 * runs. The index is small and read at once; a provider's manifests are read only when that provider is asked for. What a method
 * returns is of one state of the folder; all who hold the index see the next state from then on.
 */
public final class ProviderIndex {
    /** The folder of generated resources, with a slash at the end. */
    public static final String FOLDER = "META-INF/ccm-provider-assets/";

    /** The resource that lists the providers. */
    public static final String INDEX = FOLDER + "index.json";

    private final List<Entry> builtIn;
    private volatile State state;

    private ProviderIndex(List<Entry> builtIn) {
        this.builtIn = List.copyOf(builtIn);
        this.state = new State(this.builtIn, false, Optional.empty());
    }

    /**
     * All that changes.
     *
     * @param entries all providers, sorted by name
     * @param extended whether a folder has more than what is built in
     * @param refused why the folder is not used as it is now
     */
    private record State(List<Entry> entries, boolean extended, Optional<String> refused) {}

    /**
     * One provider, without its manifests.
     *
     * @param name the name of its folder
     * @param platform the platform it is for
     * @param variant the variant it is for; empty for the usual one
     * @param bootstrapPods the names of its static Pods
     * @param text what {@link #resource()} would have, where the provider is not built in
     */
    public record Entry(
            String name, String platform, String variant, List<String> bootstrapPods, Optional<String> text) {
        public Entry {
            bootstrapPods = List.copyOf(bootstrapPods);
        }

        /** A provider that is built in. */
        public Entry(String name, String platform, String variant, List<String> bootstrapPods) {
            this(name, platform, variant, bootstrapPods, Optional.empty());
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
        return new ProviderIndex(entries(read(INDEX)));
    }

    /** The providers, sorted by name. */
    public List<Entry> entries() {
        return state.entries;
    }

    /** Those that the application was built with, sorted by name. */
    public List<Entry> builtIn() {
        return builtIn;
    }

    /**
     * Adds the providers of a folder to those that are built in, in place of those that it had before.
     *
     * @param files the resources of an index, as the build makes them: content by path
     */
    public void extend(Map<String, String> files) {
        List<Entry> more = entries(FieldReader.of(JsonReader.read(bytes(files.get(INDEX))))).stream()
                .map(entry -> new Entry(
                        entry.name,
                        entry.platform,
                        entry.variant,
                        entry.bootstrapPods,
                        Optional.of(files.get(entry.resource()))))
                .toList();
        state = new State(
                Stream.concat(builtIn.stream(), more.stream())
                        .sorted(Comparator.comparing(Entry::name))
                        .toList(),
                true,
                Optional.empty());
    }

    /**
     * A folder cannot be used as it is now: what it had before stays.
     *
     * @param why one line for a condition
     */
    public void refuse(String why) {
        state = new State(state.entries, true, Optional.of(why));
    }

    /** Why a folder of providers is not used as it is now; empty if it is, or there is none. */
    public Optional<String> refused() {
        return state.refused;
    }

    /** All that the index has now: equal as long as nothing is changed. */
    public Object state() {
        return state;
    }

    /** Whether providers of a folder belong to the index, even if none could be used yet. */
    public boolean isExtended() {
        return state.extended;
    }

    /**
     * The provider for a platform: the one of that very variant or else the one without a variant.
     *
     * @param variant what the cluster says of its variant; empty where it says nothing
     */
    public Optional<Provider> find(String platform, String variant) {
        List<Entry> entries = entries();
        return entry(entries, platform, variant)
                .or(() -> entry(entries, platform, ""))
                .map(ProviderIndex::provider);
    }

    /** The provider of a name, without its manifests. */
    public Optional<Entry> named(String name) {
        return entries().stream().filter(entry -> entry.name().equals(name)).findFirst();
    }

    /** A provider with its manifests. */
    public static Provider provider(Entry entry) {
        FieldReader fields = entry.text()
                .map(text -> FieldReader.of(JsonReader.read(bytes(text))))
                .orElseGet(() -> read(entry.resource()));
        return new Provider(
                DescriptorTree.read(entry.name(), fields.map("descriptor")),
                fields.maps("assets").stream().map(KubernetesObject::new).toList(),
                fields.maps("bootstrap").stream().map(KubernetesObject::new).toList(),
                fields.strings("featureGates"),
                programFlags(fields.field("programFlags")),
                ImageTable.read(fields.field("images", "images")));
    }

    private static Map<String, ProgramFlags> programFlags(FieldReader programs) {
        Map<String, ProgramFlags> flags = new LinkedHashMap<>();
        programs.map()
                .keySet()
                .forEach(container -> flags.put(container, ProgramFlags.read(programs.field(container))));
        return flags;
    }

    private static Optional<Entry> entry(List<Entry> entries, String platform, String variant) {
        return entries.stream()
                .filter(entry ->
                        entry.platform().equals(platform) && entry.variant().equals(variant))
                .findFirst();
    }

    private static List<Entry> entries(FieldReader index) {
        return index.items("providers").stream().map(ProviderIndex::entry).toList();
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
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
