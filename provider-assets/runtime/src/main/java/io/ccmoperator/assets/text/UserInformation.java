// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.text;

import java.util.function.UnaryOperator;

/** Masks what is between the scheme and the host of URLs in a string (RFC 3986, userinfo), also where the URL is not valid. */
final class UserInformation {
    private static final String START = "://";

    private final String text;
    private final UnaryOperator<String> mask;
    private final StringBuilder result = new StringBuilder();

    /** Where the white space after the current URL begins, and the last at sign before it. */
    private int end;

    private int lastAt;

    UserInformation(String text, UnaryOperator<String> mask) {
        this.text = text;
        this.mask = mask;
    }

    String masked() {
        int copied = 0;
        int scheme = text.indexOf(START);
        while (scheme >= 0) {
            int start = scheme + START.length();
            int user = userEnd(start);
            if (user > start && !Credentials.isHarmless(text.substring(start, user))) {
                result.append(text, copied, start).append(mask.apply(text.substring(start, user)));
                copied = user;
            }
            scheme = text.indexOf(START, Math.max(start, user));
        }
        return result.append(text, copied, text.length()).toString();
    }

    /** The index of the at sign; -1 if there is no user. */
    private int userEnd(int start) {
        if (start >= end) {
            end = urlEnd(start);
            lastAt = text.lastIndexOf('@', end - 1);
        }
        int authority = start;
        boolean hasColon = false;
        while (authority < end && "/?#".indexOf(text.charAt(authority)) < 0) {
            hasColon |= text.charAt(authority++) == ':';
        }
        int at = text.lastIndexOf('@', authority - 1);
        if (at < start && hasColon) {
            // A password with a character that should have been encoded.
            at = lastAt;
        }
        // The digest of an image comes after one, too.
        return at < start || text.startsWith("sha", at + 1) && text.indexOf(':', at) > 0 ? -1 : at;
    }

    /** The first white space, or quotation mark that ends a string of JSON. */
    private int urlEnd(int start) {
        int index = start;
        while (index < text.length() && !Character.isWhitespace(text.charAt(index)) && !endsString(index)) {
            index++;
        }
        return index;
    }

    private boolean endsString(int index) {
        return text.charAt(index) == '"'
                && (index + 1 == text.length() || ",}]:) \t\r\n".indexOf(text.charAt(index + 1)) >= 0);
    }
}
