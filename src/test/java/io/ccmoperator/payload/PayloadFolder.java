// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.payload;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.YamlReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** The folder manifests/ of the project. */
public final class PayloadFolder {
    private static final Path FOLDER = find(Path.of("").toAbsolutePath());

    private PayloadFolder() {}

    /** The folder of the project. */
    public static Path project() {
        return FOLDER.getParent();
    }

    /** File name to text, in the order in which the Cluster Version Operator applies the files. */
    static Map<String, String> files() {
        Map<String, String> files = new TreeMap<>();
        try (Stream<Path> paths = Files.list(FOLDER)) {
            for (Path path : paths.toList()) {
                files.put(path.getFileName().toString(), Files.readString(path));
            }
            return files;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The objects of the files whose name ends so. Those that are to be deleted are not objects of the payload. */
    public static List<KubernetesObject> objects(String end) {
        return entries(end).stream().filter(object -> !isDeletion(object)).toList();
    }

    /**
     * The objects of the files of a run level, in order. Those that are to be deleted are not objects of the payload.
     *
     * @param level the beginning of the files' names, such as {@code 0000_26}
     */
    static List<KubernetesObject> ofRunLevel(String level) {
        return read(name -> name.startsWith(level + "_"))
                .filter(object -> !isDeletion(object))
                .toList();
    }

    /** All objects for the Cluster Version Operator, in order: objects to apply and objects to delete. */
    static List<KubernetesObject> instructions() {
        return entries(".yaml");
    }

    /** Whether it deletes the object, rather than applies it. */
    static boolean isDeletion(KubernetesObject object) {
        return "true".equals(object.fields().map("metadata", "annotations").get("release.openshift.io/delete"));
    }

    private static List<KubernetesObject> entries(String end) {
        return read(name -> name.endsWith(end)).toList();
    }

    private static Stream<KubernetesObject> read(Predicate<String> names) {
        return files().entrySet().stream()
                .filter(file -> names.test(file.getKey()))
                .flatMap(file -> YamlReader.read(file.getValue()).stream())
                .map(document -> new KubernetesObject(document.map().orElseThrow()));
    }

    /** The objects of a kind, of all manifests. */
    public static List<KubernetesObject> ofKind(String kind) {
        return objects(".yaml").stream()
                .filter(object -> object.kind().equals(kind))
                .toList();
    }

    /** images.json: key to image. */
    @SuppressWarnings("unchecked")
    public static Map<String, Object> images() {
        return (Map<String, Object>) JsonReader.read(
                objects("_01_images.configmap.yaml").get(0).fields().string("data", "images.json"));
    }

    private static Path find(Path from) {
        for (Path folder = from; folder != null; folder = folder.getParent()) {
            if (Files.exists(folder.resolve("manifests/image-references"))) {
                return folder.resolve("manifests");
            }
        }
        throw new IllegalStateException("no folder manifests/ in " + from + " or above");
    }
}
