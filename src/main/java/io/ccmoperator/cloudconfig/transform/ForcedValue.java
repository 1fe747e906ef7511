// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.text.MessageText;

/**
 * A value that an administrator wrote and that does not count. It is shown: none of a key that holds a credential may be given.
 *
 * @param place the section and key, with the line or position where that is known
 * @param written the value as the administrator wrote it
 * @param effective the value that the configuration gets
 * @param remedy what to do, in one clause
 */
public record ForcedValue(String place, String written, String effective, String remedy) {
    static final String REMEDY = "write that, or remove it";

    /** In characters. */
    private static final int MAX_LENGTH = 80;

    /** A value that is to be corrected or removed at its place. */
    public ForcedValue(String place, String written, String effective) {
        this(place, written, effective, REMEDY);
    }

    /** The line about it. */
    public String warning() {
        return place + ": '" + MessageText.of(written, MAX_LENGTH) + "' has no effect, since the operator sets '"
                + MessageText.of(effective, MAX_LENGTH) + "'; " + remedy;
    }
}
