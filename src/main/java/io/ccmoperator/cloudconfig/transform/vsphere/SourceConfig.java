// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.tree.TreePath;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The configuration of the user.
 *
 * @param tree the configuration in the shape of the YAML form, with values of the types that the cloud controller manager
 *     expects; it may be changed
 * @param warnings what has no place in that form, or is not written as that form has it, one line each
 * @param places the place in the input for the path of a key in the tree, as a line begins with it: {@code line 2, column 3: global.port}
 * @param exact whether the cloud controller manager reads the same in the text of the user
 */
record SourceConfig(Map<String, Object> tree, List<String> warnings, Function<TreePath, String> places, boolean exact) {
    SourceConfig {
        warnings = List.copyOf(warnings);
    }

    /**
     * The form in which a configuration is written. Both the cloud controller manager and earlier operators try YAML first and
     * INI when that fails, so an error in YAML is reported as one of INI, at a misleading position. Here the first line
     * with content decides: INI has to begin with a section, {@code [Global]}, and YAML that begins with a
     * bracket is a list, which no configuration is.
     */
    enum Form {
        /** Blanks and comments, or not even that. */
        EMPTY,
        YAML,
        INI;

        /** The form of input without a byte order mark. */
        static Form of(String text) {
            boolean comment = false;
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (c == '\n' || c == '\r') {
                    comment = false;
                } else if (!comment && !Character.isWhitespace(c)) {
                    if (c != '#' && c != ';') {
                        return c == '[' ? INI : YAML;
                    }
                    comment = true;
                }
            }
            return EMPTY;
        }
    }
}
