// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.assets.tree.ValueType;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.cluster.InvalidInputException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Reads a file with one manifest, in YAML or JSON. */
public final class ManifestFile {
    private ManifestFile() {}

    /**
     * Reads a manifest strictly: it must be the only document, of the expected kind and apiVersion, and its fields must be
     * known and have the types that the API server requires. What else the server requires of the operator's own kind, it says itself.
     *
     * @return the manifest without members that are null
     * @throws InvalidInputException with a line for each error: file, position, reason and remedy. If the kind may contain
     *     credentials, no line shows a value
     */
    public static Map<String, Object> read(Path file, ManifestKind kind, UnknownFields policy) {
        InputFile input = InputFile.read(file, "the manifest of " + kind.withArticle());
        YamlDocument document = Documents.one(input, kind);
        return check(input, document, kind, policy);
    }

    /** Checks a document of any type. */
    static Map<String, Object> check(InputFile input, YamlDocument document, ManifestKind kind, UnknownFields policy) {
        Map<String, Object> tree = document.map()
                .orElseThrow(() -> new InvalidInputException(input.line(
                        document.position(TreePath.ROOT).orElse(null),
                        "is " + ValueType.of(document.value()).withArticle() + ", but the manifest of "
                                + kind.withArticle() + " is needed; name a file with it")));
        requireKind(input, tree, kind);
        new SchemaCheck(input, document, kind, policy).run();
        return withoutNulls(tree);
    }

    private static void requireKind(InputFile input, Map<String, Object> tree, ManifestKind kind) {
        Object actualKind = tree.get("kind");
        Object apiVersion = tree.get("apiVersion");
        if (kind.isKindOf(tree)) {
            return;
        }
        List<String> missing = Stream.of("apiVersion", "kind")
                .filter(field -> !(tree.get(field) instanceof String))
                .toList();
        String actual = missing.isEmpty()
                ? "is " + ManifestKind.withArticle(actualKind + " " + apiVersion)
                : "has no " + String.join(" and no ", missing);
        throw new InvalidInputException(
                input.line(actual + ", but " + kind.withArticle() + " is needed; name a file with it"));
    }

    /** A copy of the map without members that are null, at every depth: they are equal to missing ones. */
    private static Map<String, Object> withoutNulls(Map<?, ?> map) {
        Map<String, Object> copy = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            if (value != null) {
                copy.put((String) key, copy(value));
            }
        });
        return copy;
    }

    private static Object copy(Object value) {
        if (value instanceof Map<?, ?> map) {
            return withoutNulls(map);
        } else if (value instanceof List<?> list) {
            return list.stream().map(ManifestFile::copy).toList();
        }
        return value;
    }
}
