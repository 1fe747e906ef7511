// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import java.util.function.Predicate;
import java.util.regex.Pattern;

/** Formats that tables have by name. */
public enum ValueFormat implements StringFormat {
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
    UUID(
            Pattern.compile("[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}")
                    .asMatchPredicate(),
            "a UUID",
            "00000000-0000-0000-0000-000000000001");

    private final Predicate<String> accepts;
    private final String expected;
    private final String example;

    ValueFormat(Predicate<String> accepts, String expected, String example) {
        this.accepts = accepts;
        this.expected = expected;
        this.example = example;
    }

    @Override
    public boolean accepts(String value) {
        return accepts.test(value);
    }

    @Override
    public String expected() {
        return expected;
    }

    @Override
    public String example() {
        return example;
    }
}
