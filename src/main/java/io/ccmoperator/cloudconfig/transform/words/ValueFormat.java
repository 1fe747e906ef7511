// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Formats of strings. */
public enum ValueFormat {
    CIDR(value -> IpNetwork.parse(value).isPresent(), "a network in CIDR notation", "10.0.0.0/16"),
    /** With a host, of which a program can make a request. */
    URL(
            Pattern.compile("(?i)https?://([^\\s/?#@]+@)?(\\[[0-9a-f:.%]+]|[^\\s/?#:@\\[\\]]+)(:[0-9]*)?([/?#]\\S*)?")
                    .asMatchPredicate(),
            "an http or https URL with a host",
            "https://example.com"),
    /** Without a scheme, a port or anything else; programs add the port, and put brackets around what has colons. */
    HOST(
            value -> value.matches("[^\\s/:\\[\\]]+")
                    || IpNetwork.ofAddress(value).isPresent(),
            "a host name or IP address",
            "vcenter.example.com"),
    /** A number of other digits is not judged. */
    PORT(
            value -> !value.matches("[0-9]+") || value.matches("0*[0-9]{1,5}") && Integer.parseInt(value) <= 65_535,
            "a port",
            "443"),
    /** As programs of VMware write it. */
    THUMBPRINT(
            Pattern.compile("[0-9A-F]{2}(:[0-9A-F]{2}){19}|[0-9A-F]{2}(:[0-9A-F]{2}){31}")
                    .asMatchPredicate(),
            "a fingerprint of SHA-1 or SHA-256 in capital letters with colons",
            "5A:1C:...:9F, all 20 or 32 bytes");

    private final Predicate<String> accepts;
    private final String expected;
    private final String example;

    ValueFormat(Predicate<String> accepts, String expected, String example) {
        this.accepts = accepts;
        this.expected = expected;
        this.example = example;
    }

    /** Whether a string has the format. */
    public boolean accepts(String value) {
        return accepts.test(value);
    }

    /** The format as messages name it, with an article. */
    String expected() {
        return expected;
    }

    String example() {
        return example;
    }
}
