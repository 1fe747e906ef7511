// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

/**
 * Names of members as Go's encoding/json compares them: Unicode's simple case folding, as far as it leads to letters of
 * ASCII.
 */
public final class MemberNames {
    private static final char LONG_S = '\u017F';
    private static final char KELVIN = '\u212A';

    private MemberNames() {}

    /** One spelling for all names that Go takes for the same. */
    public static String folded(String name) {
        StringBuilder folded = new StringBuilder(name.length());
        for (int i = 0; i < name.length(); i++) {
            folded.append(folded(name.charAt(i)));
        }
        return folded.toString();
    }

    /** Whether Go takes two names for the same. */
    public static boolean isSame(String one, String other) {
        if (one.length() != other.length()) {
            return false;
        }
        for (int i = 0; i < one.length(); i++) {
            if (folded(one.charAt(i)) != folded(other.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private static char folded(char c) {
        if (c >= 'A' && c <= 'Z') {
            return (char) (c - 'A' + 'a');
        }
        return switch (c) {
            case LONG_S -> 's';
            case KELVIN -> 'k';
            default -> c;
        };
    }
}
