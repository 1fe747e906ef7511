// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The document of an input file that has a kind. */
final class Documents {
    private Documents() {}

    /**
     * The document of the kind: the only one of the file, or the only one of several that says that it is of the kind, as in what
     * {@code helm template} prints. Items of a List, such as what {@code kubectl get} prints of several objects, count as documents. Empty
     * documents, such as after a last {@code ---}, are ignored.
     *
     * @param kind the expected kind
     * @throws InvalidInputException if the file is not well-formed YAML or JSON, is empty, or has none of the kind or several
     */
    static YamlDocument one(InputFile input, ManifestKind kind) {
        List<YamlDocument> documents = read(input, kind).stream()
                .flatMap(Documents::items)
                .filter(document -> !document.isEmpty())
                .toList();
        if (documents.isEmpty()) {
            throw new InvalidInputException(
                    input.line("is empty; name a file with the manifest of " + kind.withArticle()));
        } else if (documents.size() == 1) {
            return documents.get(0);
        }
        List<YamlDocument> ofKind = documents.stream()
                .filter(document -> document.map().filter(kind::isKindOf).isPresent())
                .toList();
        if (ofKind.isEmpty()) {
            throw new InvalidInputException(input.line("has " + documents.size() + " documents, but the manifest of "
                    + kind.withArticle() + " is none of them; name a file with it"));
        } else if (ofKind.size() > 1) {
            throw new InvalidInputException(input.line(
                    ofKind.get(1).position(TreePath.ROOT).orElse(null),
                    "a second " + kind + " begins here; leave only one"));
        }
        return ofKind.get(0);
    }

    /** The items of a List of any kind, each as a document; any other document itself. */
    private static Stream<YamlDocument> items(YamlDocument document) {
        Map<String, Object> tree = document.map().orElse(Map.of());
        if (!(tree.get("kind") instanceof String kind && kind.endsWith("List"))
                || !(tree.get("items") instanceof List<?> items)) {
            return Stream.of(document);
        }
        TreePath path = TreePath.of("items");
        return IntStream.range(0, items.size()).mapToObj(i -> document.part(path.item(i), items.get(i)));
    }

    private static List<YamlDocument> read(InputFile input, ManifestKind kind) {
        try {
            return YamlReader.read(input.text());
        } catch (SyntaxException e) {
            // JSON may be indented with tabs, which YAML does not allow.
            return input.isJsonObject() ? List.of(json(input, kind)) : fail(input, kind, e);
        }
    }

    private static YamlDocument json(InputFile input, ManifestKind kind) {
        try {
            return new YamlDocument(JsonReader.read(input.text()), Map.of(), List.of());
        } catch (SyntaxException e) {
            return fail(input, kind, e);
        }
    }

    private static <T> T fail(InputFile input, ManifestKind kind, SyntaxException fault) {
        throw new InvalidInputException(SyntaxFault.line(input.file().toString(), fault, kind.isConfidential()));
    }
}
