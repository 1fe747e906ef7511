// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import java.util.regex.Pattern;

/**
 * Which plain scalars YAML 1.1 reads as something else than text. Kubernetes' own readers follow 1.1, this project's
 * follow 1.2 (core schema): a scalar that the two read differently has to be quoted.
 */
final class Yaml11Scalars {
    private static final Pattern BOOLEAN =
            Pattern.compile("y|Y|yes|Yes|YES|n|N|no|No|NO|on|On|ON|off|Off|OFF|true|True|TRUE|false|False|FALSE");

    /** Integers and floats with underscores, binary, C-style octal, and base 60 ones such as 10:30. */
    private static final Pattern NUMBER = Pattern.compile("[-+]?(?:0b[01_]+|0o?[0-7_]+|0x[0-9a-fA-F_]+|[0-9][0-9_]*"
            + "|[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\\.[0-9_]*)?"
            + "|(?:[0-9][0-9_]*)?\\.[0-9_]*(?:[eE][-+]?[0-9]+)?|[0-9][0-9_]*[eE][-+]?[0-9]+"
            + "|\\.(?:inf|Inf|INF))|\\.(?:nan|NaN|NAN)");

    private static final Pattern TIMESTAMP = Pattern.compile("[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \\t].*)?");

    private static final Pattern OTHER = Pattern.compile("~|null|Null|NULL||<<|=");

    private static final Pattern SAME_INTEGER = Pattern.compile("[-+]?(?:0|[1-9][0-9]*)");

    private Yaml11Scalars() {}

    /** True when a 1.1 reader may take the plain scalar for anything but text. */
    static boolean isNotText(String plain) {
        return BOOLEAN.matcher(plain).matches()
                || NUMBER.matcher(plain).matches()
                || TIMESTAMP.matcher(plain).matches()
                || OTHER.matcher(plain).matches();
    }

    /** True when a 1.1 reader and a 1.2 reader see the plain integer as the same number. */
    static boolean isSameInteger(String plain) {
        return SAME_INTEGER.matcher(plain).matches();
    }
}
