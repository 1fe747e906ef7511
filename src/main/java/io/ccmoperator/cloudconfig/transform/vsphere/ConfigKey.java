// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A key that the cloud controller manager knows.
 *
 * @param yaml its name in YAML as the cloud controller manager reads it, letter for letter; the user may write it in any letter case
 * @param kind what its value is
 */
record ConfigKey(String yaml, Kind kind) {
    private static final Pattern START_OF_WORD = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

    /** The kinds of values. */
    enum Kind {
        TEXT,
        /** An integer that is not negative. */
        NUMBER,
        FLAG,
        /** In YAML a list of strings, in INI strings with commas between them. */
        STRINGS,
        /** In YAML a map from strings to strings, in INI the same as JSON. */
        MAP
    }

    /** Its name in INI, in lower case: the same words with dashes between them. The case of letters does not count. */
    String ini() {
        return START_OF_WORD.matcher(yaml).replaceAll("-").toLowerCase(Locale.ROOT);
    }
}
