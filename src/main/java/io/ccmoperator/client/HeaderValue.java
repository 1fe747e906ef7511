// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.cluster.InvalidInputException;

/** Values of HTTP headers that come from files. A value is never quoted: it may be a token. */
final class HeaderValue {
    private HeaderValue() {}

    /**
     * The value itself.
     *
     * @param place the file, and the field in it
     * @throws InvalidInputException if a header cannot have the value: it has a line break, another control character, or a character
     *     that is not ASCII (RFC 9110, field values)
     */
    static String require(String place, String value, String remedy) {
        if (!isValid(value)) {
            throw new InvalidInputException(
                    place + " has a line break or another character that a header of HTTP cannot have; " + remedy);
        } else if (!value.equals(value.strip())) {
            throw new InvalidInputException(place + " begins or ends with a blank; " + remedy);
        }
        return value;
    }

    private static boolean isValid(CharSequence value) {
        return value.chars().allMatch(c -> c >= ' ' && c < 0x7f || c == '\t');
    }
}
