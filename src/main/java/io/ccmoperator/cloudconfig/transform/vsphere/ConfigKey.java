// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.cloudconfig.transform.words.YamlType;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A key that the cloud controller manager knows.
 *
 * @param yaml its name in YAML as the cloud controller manager reads it, letter for letter; the user may write it in any letter case
 * @param type what its value is; in INI a list is a string with commas between its items, and a map is JSON
 */
record ConfigKey(String yaml, YamlType type) {
    private static final Pattern START_OF_WORD = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");

    /** Its name in INI, in lower case: the same words with dashes between them. The case of letters does not count. */
    String ini() {
        return START_OF_WORD.matcher(yaml).replaceAll("-").toLowerCase(Locale.ROOT);
    }
}
