// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator;

import io.ccmoperator.assets.FlagType;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ProgramFlags;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.assets.tree.YamlReader;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The operator's own providers as the built program has them: descriptors, assets and bootstrap files from the
 * sources, as resources. No rule judges them. It is the thread's class loader until it is closed.
 */
public final class SourceProviders extends ClassLoader implements AutoCloseable {
    private static final Path FOLDER = Path.of("main/resources/providers");

    /** What the project's own providers are, once one has asked: the sources do not change while a process of tests runs. */
    private static final class Own {
        static final Map<String, byte[]> RESOURCES = read(List.of());
    }

    private final Map<String, byte[]> resources;
    private final ClassLoader before;

    private SourceProviders(ClassLoader before, Map<String, byte[]> resources) {
        super(before);
        this.before = before;
        this.resources = resources;
    }

    /**
     * Puts them in place.
     *
     * @param more folders of further providers
     */
    public static SourceProviders open(Path... more) {
        SourceProviders providers = new SourceProviders(
                Thread.currentThread().getContextClassLoader(), more.length == 0 ? Own.RESOURCES : read(List.of(more)));
        Thread.currentThread().setContextClassLoader(providers);
        return providers;
    }

    /** The names and platforms of the project's providers, whatever is in place. */
    public static ProviderIndex index() {
        SourceProviders opened = open();
        try {
            return ProviderIndex.load();
        } finally {
            opened.close();
        }
    }

    @Override
    public InputStream getResourceAsStream(String name) {
        return resources.containsKey(name)
                ? new ByteArrayInputStream(resources.get(name))
                : super.getResourceAsStream(name);
    }

    @Override
    public void close() {
        Thread.currentThread().setContextClassLoader(before);
    }

    private static Map<String, byte[]> read(List<Path> more) {
        List<Path> folders = Stream.concat(names(FOLDER).stream().map(FOLDER::resolve), more.stream())
                .toList();
        Map<String, byte[]> resources = new TreeMap<>();
        List<Object> entries = new ArrayList<>();
        for (Path folder : folders) {
            String name = folder.getFileName().toString();
            Map<String, Object> descriptor = YamlText.tree(text(folder.resolve("provider.yaml")));
            Path bootstrapFolder = folder.resolve("bootstrap");
            List<Map<String, Object>> bootstrap =
                    Files.isDirectory(bootstrapFolder) ? manifests(bootstrapFolder) : List.of();
            ProviderIndex.Entry entry = new ProviderIndex.Entry(
                    name,
                    (String) descriptor.get("platform"),
                    (String) descriptor.getOrDefault("variant", ""),
                    bootstrap.stream()
                            .map(pod -> new KubernetesObject(pod).name())
                            .toList());
            entries.add(Map.of(
                    "name",
                    name,
                    "platform",
                    entry.platform(),
                    "variant",
                    entry.variant(),
                    "bootstrapPods",
                    entry.bootstrapPods()));
            resources.put(
                    entry.resource(),
                    json(Map.of(
                            "descriptor",
                            descriptor,
                            "assets",
                            manifests(folder.resolve("assets")),
                            "bootstrap",
                            bootstrap,
                            "programFlags",
                            programFlags(folder.resolve("programs")),
                            "images",
                            images(folders, name))));
        }
        resources.put(ProviderIndex.INDEX, json(Map.of("providers", entries)));
        return resources;
    }

    /** Of its own folder, or of one whose file names it. */
    private static Map<String, Object> images(List<Path> folders, String provider) {
        return folders.stream()
                .map(folder -> folder.resolve("images.yaml"))
                .filter(Files::exists)
                .filter(file -> file.getParent().getFileName().toString().equals(provider)
                        || FieldReader.of(YamlText.tree(text(file)))
                                .strings("providers")
                                .contains(provider))
                .map(file -> YamlText.tree(text(file)))
                .findFirst()
                .orElse(Map.of());
    }

    private static Map<String, Object> programFlags(Path folder) {
        Map<String, Object> flags = new TreeMap<>();
        for (String file : Files.isDirectory(folder) ? names(folder) : List.<String>of()) {
            FieldReader program = FieldReader.of(YamlText.tree(text(folder.resolve(file))));
            Map<String, FlagType> types = new TreeMap<>();
            program.map("flags")
                    .keySet()
                    .forEach(name -> types.put(name, FlagType.of(name, program.string("flags", name, "type"))));
            flags.put(
                    file.replace(".yaml", ""),
                    new ProgramFlags(
                                    types,
                                    program.map("featureGates").keySet(),
                                    Set.copyOf(program.strings("controllers")))
                            .tree());
        }
        return flags;
    }

    private static byte[] json(Map<String, Object> tree) {
        return JsonWriter.compact(tree).getBytes(StandardCharsets.UTF_8);
    }

    private static List<Map<String, Object>> manifests(Path folder) {
        return names(folder).stream()
                .flatMap(file -> YamlReader.read(text(folder.resolve(file))).stream())
                .flatMap(document -> document.map().stream())
                .toList();
    }

    private static List<String> names(Path folder) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
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
