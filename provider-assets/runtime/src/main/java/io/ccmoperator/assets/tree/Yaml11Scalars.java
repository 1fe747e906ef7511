// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import java.util.regex.Pattern;

/**
 * Which plain scalars YAML 1.1 reads as something else than text. Kubernetes' own readers follow 1.1, this project's
 * follow 1.2 (core schema): a scalar that the two read differently has to be quoted.
 */
public final class Yaml11Scalars {
    private static final Pattern BOOLEAN =
            Pattern.compile("y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF|true|True|TRUE|false|False|FALSE");

    /** Integers and floats with underscores, binary, and C-style octal. */
    private static final Pattern NUMBER = Pattern.compile("[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*"
            + "|(?:[0-9][0-9_]*)?\\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[0-9][0-9_]*[eE][-+]?[0-9]+"
            + "|\\.(?:inf|Inf|INF))|\\.(?:nan|NaN|NAN)");

    /** The rest of a number to base 60 after each of its colons; after the last one there may be a fraction. */
    private static final Pattern SIXTIETHS = Pattern.compile("[0-5]?[0-9]");

    private static final Pattern LAST_SIXTIETHS = Pattern.compile("[0-5]?[0-9](?:\\.[0-9_]*)?");
    private static final Pattern SIXTIES = Pattern.compile("[-+]?[0-9][0-9_]*");

    private static final Pattern TIMESTAMP = Pattern.compile("[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \\t].*)?");

    private static final Pattern OTHER = Pattern.compile("~|null|Null|NULL||<<|=");

    private static final Pattern SAME_INTEGER = Pattern.compile("[-+]?(?:0|[1-9][0-9]*)");

    private Yaml11Scalars() {}

    /** True when a 1.1 reader may take the plain scalar for anything but text. */
    static boolean isNotText(String plain) {
        return BOOLEAN.matcher(plain).matches()
                || NUMBER.matcher(plain).matches()
                || isBase60(plain)
                || TIMESTAMP.matcher(plain).matches()
                || OTHER.matcher(plain).matches();
    }

    /** True for a number to base 60, such as 10:30. */
    public static boolean isBase60(String plain) {
        int colon = plain.indexOf(':');
        if (colon < 0 || !SIXTIES.matcher(plain).region(0, colon).matches()) {
            return false;
        }
        // A pattern for all parts would recurse once a part.
        for (int next = plain.indexOf(':', colon + 1); next >= 0; next = plain.indexOf(':', next + 1)) {
            if (!SIXTIETHS.matcher(plain).region(colon + 1, next).matches()) {
                return false;
            }
            colon = next;
        }
        return LAST_SIXTIETHS.matcher(plain).region(colon + 1, plain.length()).matches();
    }

    /** True when a 1.1 reader and a 1.2 reader see the plain integer as the same number. */
    static boolean isSameInteger(String plain) {
        return SAME_INTEGER.matcher(plain).matches();
    }
}
