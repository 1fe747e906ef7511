// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

/** The quotes of gopkg.in/ini.v1 that are none to gcfg. */
final class OtherQuotes {
    private OtherQuotes() {}

    /** Whether a value, as it is in the text, is in such quotes. Those of a continued line are none. */
    static boolean surround(String written) {
        int last = written.length() - 1;
        if (last < 1 || written.charAt(0) != written.charAt(last) || written.indexOf('\n') >= 0) {
            return false;
        }
        return written.charAt(0) == '`' || written.charAt(0) == '\'' && written.indexOf('\'', 1) == last;
    }
}
