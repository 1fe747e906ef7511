// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.vsphere;

/**
 * A key that the cloud controller manager knows.
 *
 * @param yaml its name in YAML as the cloud controller manager reads it, letter for letter; the user may write it in any letter case
 * @param ini its name in INI, in lower case; the case of letters does not count
 * @param kind what its value is
 */
record ConfigKey(String yaml, String ini, Kind kind) {
    /** The kinds of values. */
    enum Kind {
        TEXT,
        /** An integer that is not negative. */
        NUMBER,
        FLAG,
        /** In YAML a list of strings, in INI strings with commas between them. */
        STRINGS
    }
}
