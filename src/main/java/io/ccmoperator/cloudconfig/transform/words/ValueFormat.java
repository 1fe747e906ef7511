// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * A format of strings.
 *
 * @param accepts whether a string has the format
 * @param expected the format as messages name it, with an article
 * @param example a string of the format
 */
record ValueFormat(Predicate<String> accepts, String expected, String example) {
    /** With a host, of which a program can make a request. */
    private static final ValueFormat URL = new ValueFormat(
            Pattern.compile("(?i)https?://([^\\s/?#@]+@)?(\\[[0-9a-f:.%]+]|[^\\s/?#:@\\[\\]]+)(:[0-9]*)?([/?#]\\S*)?")
                    .asMatchPredicate(),
            "an http or https URL with a host",
            "https://example.com");

    /** Those that tables have by name. */
    private static final Map<String, ValueFormat> NAMED = Map.of(
            "cidr",
                    new ValueFormat(
                            value -> IpNetwork.parse(value).isPresent(), "a network in CIDR notation", "10.0.0.0/16"),
            "url", URL,
            // Without a scheme, a port or anything else; programs add the port, and put brackets around what has
            // colons.
            "host",
                    new ValueFormat(
                            value -> value.matches("[^\\s/:\\[\\]]+")
                                    || IpNetwork.ofAddress(value).isPresent(),
                            "a host name or IP address",
                            "vcenter.example.com"),
            // A number of other digits is not judged.
            "port",
                    new ValueFormat(
                            value -> !value.matches("[0-9]+")
                                    || value.matches("0*[0-9]{1,5}") && Integer.parseInt(value) <= 65_535,
                            "a port",
                            "443"));

    /** @throws IllegalArgumentException if tables have none of that name */
    static ValueFormat named(String name) {
        return Optional.ofNullable(NAMED.get(name))
                .orElseThrow(() -> new IllegalArgumentException("there is no format " + name));
    }
}
