// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import java.util.regex.Pattern;

/** A format of strings. */
interface StringFormat {
    /** Whether a string has the format. */
    boolean accepts(String value);

    /** The format as messages name it, with an article. */
    String expected();

    /** A string of the format. */
    String example();

    /**
     * A format of which a table has the pattern.
     *
     * @param pattern of a whole value
     */
    record OfPattern(Pattern pattern, String expected, String example) implements StringFormat {
        @Override
        public boolean accepts(String value) {
            return pattern.matcher(value).matches();
        }
    }
}
