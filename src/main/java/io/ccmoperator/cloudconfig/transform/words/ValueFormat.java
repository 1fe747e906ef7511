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
            "https://example.com");

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
