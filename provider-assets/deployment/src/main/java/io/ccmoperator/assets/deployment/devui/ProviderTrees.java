// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devui;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.tree.YamlWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the page shows of providers before any fact is chosen, as maps and lists for JSON. */
final class ProviderTrees {
    private ProviderTrees() {}

    static List<Map<String, Object>> of(List<ParsedProvider> providers) {
        return providers.stream().map(ProviderTrees::tree).toList();
    }

    private static Map<String, Object> tree(ParsedProvider provider) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", provider.folder().name());
        tree.put("platform", provider.descriptor().platform());
        tree.put("variant", provider.descriptor().variant());
        tree.put("payload", provider.descriptor().payload());
        tree.put("origin", provider.folder().origin());
        List<Map<String, Object>> objects = new ArrayList<>();
        provider.assets().forEach(document -> objects.add(tree("assets", document, provider)));
        provider.bootstrap().forEach(document -> objects.add(tree("bootstrap", document, provider)));
        tree.put("objects", objects);
        return tree;
    }

    /** With the object as the writer of manifests has it: the page marks the lines of a rendered one that are not in it. */
    private static Map<String, Object> tree(String part, ProviderDocument document, ParsedProvider provider) {
        KubernetesObject object = document.manifest();
        SourceText source = provider.folder().files().stream()
                .filter(file -> file.path().equals(document.file()))
                .map(SourceFile::content)
                .map(content -> SourceText.of(content, document.line()))
                .findFirst()
                .orElseThrow();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("part", part);
        tree.put("kind", object.kind());
        tree.put("namespace", object.namespace());
        tree.put("name", object.name());
        tree.put("file", document.file());
        tree.put("line", source.line());
        tree.put("source", source.text());
        tree.put("yaml", YamlWriter.write(object.tree()));
        return tree;
    }

    /**
     * A document of a YAML file as it is written, with its comments.
     *
     * @param line the number of its first line in the file, counted from 1
     * @param text its lines, each with a newline
     */
    record SourceText(int line, String text) {
        /**
         * The document whose root is at a line of the file.
         *
         * @param file valid YAML
         * @param root counted from 1
         */
        static SourceText of(byte[] file, int root) {
            List<String> lines =
                    new String(file, StandardCharsets.UTF_8).lines().toList();
            int first = root - 1;
            while (first > 0 && !isSeparator(lines.get(first)) && !isSeparator(lines.get(first - 1))) {
                first--;
            }
            int end = root;
            while (end < lines.size() && !isSeparator(lines.get(end))) {
                end++;
            }
            while (first < root - 1 && lines.get(first).isBlank()) {
                first++;
            }
            while (end > root && lines.get(end - 1).isBlank()) {
                end--;
            }
            return new SourceText(first + 1, String.join("\n", lines.subList(first, end)) + "\n");
        }

        private static boolean isSeparator(String line) {
            return line.equals("---") || line.startsWith("--- ") || line.equals("...");
        }
    }
}
