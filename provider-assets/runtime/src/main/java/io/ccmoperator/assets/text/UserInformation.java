// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.text;

import java.util.function.UnaryOperator;

/**
 * Masks what is between the scheme of URLs in a string and their last at sign, valid or not: user and password, and where there is another
 * at sign after the host, also the host.
 */
final class UserInformation {
    private static final String START = "://";

    private UserInformation() {}

    static String masked(String text, UnaryOperator<String> mask) {
        StringBuilder result = new StringBuilder();
        int copied = 0;
        int scheme = text.indexOf(START);
        while (scheme >= 0) {
            int start = scheme + START.length();
            int end = urlEnd(text, start);
            int user = end - 1;
            while (user > start && !endsUser(text, user)) {
                user--;
            }
            if (user > start && !Credentials.isHarmless(text.substring(start, user))) {
                result.append(text, copied, start).append(mask.apply(text.substring(start, user)));
                copied = user;
            }
            scheme = text.indexOf(START, end);
        }
        return result.append(text, copied, text.length()).toString();
    }

    /** The digest of an image comes after an at sign, too. */
    private static boolean endsUser(String text, int index) {
        return text.charAt(index) == '@'
                && !text.startsWith("sha256:", index + 1)
                && !text.startsWith("sha512:", index + 1);
    }

    /** The first white space, or quotation mark that ends a string of JSON. */
    private static int urlEnd(String text, int start) {
        int index = start;
        while (index < text.length() && !Character.isWhitespace(text.charAt(index)) && !endsString(text, index)) {
            index++;
        }
        return index;
    }

    private static boolean endsString(String text, int index) {
        return text.charAt(index) == '"'
                && (index + 1 == text.length() || ",}]:) \t\r\n".indexOf(text.charAt(index + 1)) >= 0);
    }
}
