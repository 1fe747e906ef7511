// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.provider;

import io.ccmoperator.assets.discovery.SourceFile;
import io.ccmoperator.assets.tree.SyntaxException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Text of a template language because of which a file is not YAML.
 *
 * @param line where it is, counted from 1
 * @param text the text
 * @param key the key before it; empty without one
 */
record UnquotedTemplate(int line, String text, String key) {
    private static final Pattern LINE =
            Pattern.compile("^\\s*(?:-\\s+)?(?:([A-Za-z0-9_./-]+):\\s)?.*?(\\{\\{.*?(?:}}|$)|\\{%.*?(?:%}|$))");

    /** The template at the place of a syntax error, or in one of the two lines above. */
    static Optional<UnquotedTemplate> of(SourceFile file, SyntaxException error) {
        if (error.position().isEmpty()) {
            return Optional.empty();
        }
        List<String> lines =
                new String(file.content(), StandardCharsets.UTF_8).lines().toList();
        int last = Math.min(error.position().get().line(), lines.size());
        return IntStream.iterate(last, line -> line > Math.max(0, last - 3), line -> line - 1)
                .mapToObj(line -> of(line, lines.get(line - 1)))
                .flatMap(Optional::stream)
                .findFirst();
    }

    /** Line and text, with the way to write it without a template. */
    String display() {
        return "line " + line + ": " + text + " is not YAML, and nothing fills it in; " + remedy("." + key);
    }

    private static Optional<UnquotedTemplate> of(int number, String line) {
        Matcher matcher = LINE.matcher(line);
        return matcher.find()
                ? Optional.of(new UnquotedTemplate(
                        number, matcher.group(2), matcher.group(1) == null ? "" : matcher.group(1)))
                : Optional.empty();
    }

    /** The way to write the field at a path without a template. */
    private static String remedy(String path) {
        if (path.endsWith(".image")) {
            return "write any image here, and the key of images.json in images of provider.yaml";
        } else if (path.contains(".args") || path.contains(".command")) {
            return "write $(NAME) for a variable of env, or leave the flag out here and give it a fact in flags of"
                    + " provider.yaml";
        } else if (path.contains(".env[")) {
            return "write any value here, and the name of a fact in environment of provider.yaml";
        } else if (path.endsWith("namespace")) {
            return "write openshift-cloud-controller-manager, which the operator replaces by its namespace";
        }
        return "write the value itself; the operator fills in images, variables and flags by provider.yaml";
    }
}
