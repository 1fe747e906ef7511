// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

/**
 * The form in which a configuration is written. Both the cloud controller manager and earlier operators try YAML first and
 * INI when that fails, so an error in YAML is reported as one of INI, at a misleading position. Here the first line
 * with content decides: INI has to begin with a section, {@code [Global]}, and YAML that begins with a
 * bracket is a list, which no configuration is.
 */
enum SourceForm {
    /** Blanks and comments, or not even that. */
    EMPTY,
    YAML,
    INI;

    /** The form of input without a byte order mark. */
    static SourceForm of(String text) {
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
