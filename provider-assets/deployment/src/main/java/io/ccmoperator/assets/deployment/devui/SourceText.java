// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devui;

import java.nio.charset.StandardCharsets;
import java.util.List;

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
        List<String> lines = new String(file, StandardCharsets.UTF_8).lines().toList();
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
