// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

import java.util.Optional;

/**
 * A key with its value.
 *
 * @param key as written: a letter, then letters, digits and {@code -}
 * @param value the value without quotes and escapes; empty for a key alone, which for a boolean means true. An
 *     empty value is another matter.
 * @param line the line of the key, counted from 1; 0 if it was not read
 */
public record IniEntry(String key, Optional<String> value, int line) {
    /**
     * Checks that the entry can be written.
     *
     * @throws IllegalArgumentException if the key is not a valid name, or the value has a character that the dialect cannot represent: NUL,
     *     carriage return, half a character
     */
    public IniEntry {
        IniNames.require(key);
        value.ifPresent(text -> IniNames.requireWithout("\0\r", text));
    }

    /**
     * An entry that was not read.
     *
     * @throws IllegalArgumentException as for the constructor
     */
    public static IniEntry of(String key, String value) {
        return new IniEntry(key, Optional.of(value), 0);
    }

    /** Whether this is an entry of a key, whatever the letter case. */
    public boolean is(String name) {
        return IniNames.same(key, name);
    }

    /** The value, which is empty where there is none. */
    public String text() {
        return value.orElse("");
    }
}
