// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator;

import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.validation.BuildFacts;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Providers in files outside the operator: a provider of the project by another name, and changes of it.
 *
 * @param files path from the folder of all providers on, such as {@code example/provider.yaml}, to text
 */
public record SamplePack(Map<String, String> files) {
    private static final Path ORIGINAL = PayloadFolder.project().resolve("src/main/resources/providers/digitalocean");

    public static final String DEPLOYMENT = "example/assets/50-deployment.yaml";

    public SamplePack {
        files = Map.copyOf(files);
    }

    /** One that keeps all rules. Its Deployment, its roles, its Secret and its variant begin with its name. */
    public static SamplePack named(String name) {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.walk(ORIGINAL)) {
            for (Path path : paths.filter(Files::isRegularFile).toList()) {
                files.put(
                        name + "/" + ORIGINAL.relativize(path),
                        Files.readString(path).replace("digitalocean", name).replace("DigitalOcean", "Example"));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new SamplePack(files);
    }

    /** The one that most tests have. */
    public static SamplePack example() {
        return named("example");
    }

    public SamplePack and(SamplePack other) {
        Map<String, String> all = new TreeMap<>(files);
        all.putAll(other.files);
        return new SamplePack(all);
    }

    public SamplePack with(String file, String text) {
        return and(new SamplePack(Map.of(file, text)));
    }

    public SamplePack replace(String file, String old, String replacement) {
        String text = files.get(file);
        if (!text.contains(old)) {
            throw new IllegalArgumentException(file + " does not have " + old);
        }
        return with(file, text.replace(old, replacement));
    }

    /** Writes plain files. */
    public Path write(Path folder) {
        files.forEach((path, text) -> {
            try {
                Path file = folder.resolve(path);
                Files.createDirectories(file.getParent());
                Files.writeString(file, text);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        return folder;
    }

    /** Writes the files as the kubelet does for a ConfigMap with items[].path, in place of what it has written there before. */
    public Path mount(Path folder) {
        try {
            Path version = Files.createTempDirectory(Files.createDirectories(folder), "..2026_11_27_");
            write(version);
            List<String> names = new ArrayList<>();
            try (Stream<Path> entries = Files.list(version)) {
                entries.forEach(entry -> names.add(entry.getFileName().toString()));
            }
            for (String name : names) {
                if (!Files.isSymbolicLink(folder.resolve(name))) {
                    Files.createSymbolicLink(folder.resolve(name), Path.of("..data", name));
                }
            }
            Path before = folder.resolve("..data");
            List<Path> old = Files.exists(before) ? List.of(before.toRealPath()) : List.of();
            Path link = Files.createSymbolicLink(folder.resolve("..data_tmp"), version.getFileName());
            Files.move(link, before, StandardCopyOption.ATOMIC_MOVE);
            for (Path outdated : old) {
                delete(outdated);
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }

    /** What the build of the project knows, with a transformer {@code fog}. */
    public static BuildFacts facts() {
        List<SourceFile> payload = new ArrayList<>();
        try (Stream<Path> paths = Files.list(PayloadFolder.project().resolve("manifests"))) {
            for (Path path : paths.sorted().toList()) {
                payload.add(new SourceFile("manifests/" + path.getFileName(), Files.readAllBytes(path)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return BuildFacts.read(BuildFacts.json(payload, Set.of("fog")).getBytes(StandardCharsets.UTF_8));
    }
}
