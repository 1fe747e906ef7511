/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

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
     * The one document. Documents that say nothing, such as behind a last {@code ---}, do not count.
     *
     * @param kind what is looked for
     * @throws InvalidInputException if the file is no well-formed YAML or JSON, says nothing, or has several documents
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
            // JSON may be indented with tabs, which this reader of YAML does not take.
            return input.isJsonObject() ? List.of(json(input, kind)) : refuse(input, kind, e);
        }
    }

    private static YamlDocument json(InputFile input, ManifestKind kind) {
        try {
            return new YamlDocument(JsonReader.read(input.text()), Map.of(), List.of());
        } catch (SyntaxException e) {
            return refuse(input, kind, e);
        }
    }

    private static <T> T refuse(InputFile input, ManifestKind kind, SyntaxException fault) {
        throw new InvalidInputException(SyntaxFault.line(input.file().toString(), fault, kind.isConfidential()));
    }
}
