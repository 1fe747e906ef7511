// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.tree.Position;
import io.ccmoperator.assets.tree.SyntaxException;
import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Reads the YAML form. The cloud controller manager reads it into typed fields, where an unquoted {@code 007} is a string for a
 * password and a number for a port; so scalars are read as they are written and each known key gives its value the type.
 */
final class YamlSource {
    /** Reasons of the parser that quote the input, which may be a password without its quotes. */
    private static final Pattern QUOTING = Pattern.compile("(?i)\\b(?:alias|anchor|tag)\\b");

    /** Each line of what is written is indented by its depth, so a deep text would be much larger than it was. */
    private static final int MAX_DEPTH = 32;

    private YamlSource() {}

    /**
     * Reads a configuration.
     *
     * @param text without a byte order mark
     * @return empty if the input is empty
     * @throws InvalidInputException if it is not well-formed YAML, has several documents, or values of the wrong type
     */
    static Optional<SourceConfig> read(String text) {
        List<YamlDocument> documents =
                documents(text).stream().filter(document -> !document.isEmpty()).toList();
        if (documents.isEmpty()) {
            return Optional.empty();
        }
        if (documents.size() > 1) {
            throw fault(documents.get(1), "a second YAML document begins here; leave only one");
        }
        YamlDocument document = documents.get(0);
        if (document.map().isEmpty()) {
            throw fault(
                    document,
                    "the configuration is not a map; write sections such as 'global:' or, in the INI form, '[Global]'");
        }
        if (isDeeper(document.value(), MAX_DEPTH)) {
            throw fault(
                    document,
                    "the configuration is nested more than " + MAX_DEPTH + " levels deep; three or four are usual");
        }
        return Optional.of(new TypedKeys(document).typed());
    }

    private static List<YamlDocument> documents(String text) {
        try {
            return YamlReader.readAsWritten(text);
        } catch (SyntaxException e) {
            throw new InvalidInputException(Position.before(e.position(), reason(e)));
        }
    }

    private static String reason(SyntaxException fault) {
        if (fault.isLimit()) {
            return fault.reason();
        }
        return "not well-formed YAML: "
                + (QUOTING.matcher(fault.reason()).find()
                        ? "an alias (*), anchor (&) or tag (!) that cannot be used here; put such a string in"
                                + " quotes"
                        : fault.reason() + "; correct the YAML");
    }

    private static boolean isDeeper(Object value, int levels) {
        if (value instanceof Map<?, ?> map) {
            return levels == 0 || map.values().stream().anyMatch(member -> isDeeper(member, levels - 1));
        }
        return value instanceof List<?> list
                && (levels == 0 || list.stream().anyMatch(item -> isDeeper(item, levels - 1)));
    }

    private static InvalidInputException fault(YamlDocument document, String reason) {
        return new InvalidInputException(Position.before(document.position(TreePath.ROOT), reason));
    }
}
