// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.assets.tree.ValueType;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.cluster.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the file with the image references: the manifest of the images ConfigMap, or its images.json alone. */
public final class ImagesFile {
    /** The key of the JSON in the ConfigMap. */
    public static final String KEY = "images.json";

    private static final String EXPECTED = "the manifest of the images ConfigMap, or images.json";

    private ImagesFile() {}

    /**
     * Reads the references. A document with an apiVersion or a kind is read as a manifest, everything else as JSON.
     *
     * @param policy for the fields of the manifest
     * @return references by their key in images.json, in its order
     * @throws InvalidInputException with a line for each error: file, position, reason and remedy
     */
    public static Map<String, String> read(Path file, UnknownFields policy) {
        return references(content(file), policy);
    }

    /**
     * Reads the content only.
     *
     * @throws InvalidInputException if the file is missing, a directory, unreadable, too large or not UTF-8
     */
    public static InputFile content(Path file) {
        return InputFile.read(file, EXPECTED);
    }

    /** The references in the content, as {@link #read}. */
    public static Map<String, String> references(InputFile input, UnknownFields policy) {
        if (input.text().isBlank()) {
            throw new InvalidInputException(input.line("is empty; name a file with " + EXPECTED));
        }
        if (isManifest(input)) {
            Map<String, Object> manifest = ManifestFile.check(
                    input, Documents.one(input, ManifestKind.CONFIG_MAP), ManifestKind.CONFIG_MAP, policy);
            return references(input.file() + ", data[\"" + KEY + "\"]", entry(input, manifest));
        }
        return references(input.file().toString(), input.text());
    }

    /**
     * Reads the references from images.json.
     *
     * @param source where the JSON comes from, for the errors
     * @return references by their key in images.json, in its order
     * @throws InvalidInputException with a line for each error: source, reason and remedy
     */
    public static Map<String, String> references(String source, String json) {
        Object tree;
        try {
            tree = JsonReader.read(json);
        } catch (SyntaxException e) {
            throw new InvalidInputException(SyntaxFault.line(source, e, false));
        }
        if (!(tree instanceof Map<?, ?> map)) {
            throw new InvalidInputException(source + ": an object of image references is needed, but this is "
                    + ValueType.of(tree).withArticle() + "; write {\"key\": \"reference\"}");
        }
        Map<String, String> references = new LinkedHashMap<>();
        List<String> errors = new ArrayList<>();
        map.forEach((key, value) -> {
            if (value instanceof String reference) {
                references.put((String) key, reference);
            } else {
                errors.add(source + ": " + TreePath.ROOT.field((String) key)
                        + ": an image reference (a string) is needed, but this is "
                        + ValueType.of(value).withArticle() + "; write the reference in quotes");
            }
        });
        if (!errors.isEmpty()) {
            throw new InvalidInputException(errors);
        }
        return references;
    }

    private static boolean isManifest(InputFile input) {
        try {
            for (YamlDocument document : YamlReader.read(input.text())) {
                if (document.map().filter(ImagesFile::isManifest).isPresent()) {
                    return true;
                }
            }
            return false;
        } catch (SyntaxException e) {
            // Content that is not a JSON object is reported as a manifest, with the reason of the YAML parser.
            return !input.isJsonObject() || isJsonManifest(input);
        }
    }

    private static boolean isJsonManifest(InputFile input) {
        try {
            return JsonReader.read(input.text()) instanceof Map<?, ?> map && isManifest(map);
        } catch (SyntaxException e) {
            return false;
        }
    }

    private static boolean isManifest(Map<?, ?> tree) {
        return tree.containsKey("apiVersion") || tree.containsKey("kind");
    }

    private static String entry(InputFile input, Map<String, Object> manifest) {
        if (manifest.get("data") instanceof Map<?, ?> data && data.get(KEY) instanceof String json) {
            return json;
        }
        throw new InvalidInputException(
                input.line("the ConfigMap has no key " + KEY + " under data; name a file with " + EXPECTED));
    }
}
