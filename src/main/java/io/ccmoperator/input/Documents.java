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

/** The one document of an input file. */
final class Documents {
    private Documents() {}

    /**
     * The one document. Empty documents, such as after a last {@code ---}, are ignored.
     *
     * @param kind the expected kind
     * @throws InvalidInputException if the file is not well-formed YAML or JSON, is empty, or has several documents
     */
    static YamlDocument one(InputFile input, ManifestKind kind) {
        List<YamlDocument> documents = read(input, kind).stream()
                .filter(document -> !document.isEmpty())
                .toList();
        if (documents.isEmpty()) {
            throw new InvalidInputException(
                    input.line("is empty; name a file with the manifest of " + kind.withArticle()));
        }
        if (documents.size() > 1) {
            throw new InvalidInputException(input.line(
                    documents.get(1).position(TreePath.ROOT).orElse(null),
                    "a second document begins here; leave only the manifest of " + kind.withArticle()));
        }
        return documents.get(0);
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
