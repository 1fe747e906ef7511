// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import io.ccmoperator.assets.text.Sha256;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The token of a request (RFC 6750, section 2.1). Its string form does not contain it. */
final class BearerToken {
    /**
     * In bytes. Tokens of service accounts have some 1,000; what is left of the 8 KiB that a server takes by default is for
     * the other headers.
     */
    static final int LONGEST = 6 * 1024;

    private static final int LONGEST_HEADER = LONGEST + 64;
    private static final Pattern FORM = Pattern.compile("(?i:Bearer) +(?<token>[A-Za-z0-9._~+/-]+=*) *");

    private final String text;
    private final String hash;

    private BearerToken(String text) {
        this.text = text;
        this.hash = Sha256.hex(text);
    }

    /**
     * The token; empty if there is none, it is longer than any, or has another form, and if there are several headers.
     *
     * @param headers the values of all headers Authorization
     */
    public static Optional<BearerToken> of(List<String> headers) {
        if (headers.size() != 1 || headers.get(0).length() > LONGEST_HEADER) {
            return Optional.empty();
        }
        Matcher matcher = FORM.matcher(headers.get(0));
        return Optional.of(matcher)
                .filter(Matcher::matches)
                .map(matched -> matched.group("token"))
                .filter(token -> token.length() <= LONGEST)
                .map(BearerToken::new);
    }

    /** The token itself, for the API server only. */
    String text() {
        return text;
    }

    /** SHA-256 of the token in hexadecimal digits: what is known of the token may be kept under it. */
    String hash() {
        return hash;
    }

    @Override
    public String toString() {
        return "a bearer token";
    }
}
