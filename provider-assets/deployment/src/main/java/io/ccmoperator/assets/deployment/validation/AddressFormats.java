// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.tree.FieldReader;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/** The formats of addresses in Kubernetes; each function says why a field's value does not have the format. */
final class AddressFormats {
    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
    private static final Pattern IP_V4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
    private static final Pattern IP_V6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");
    private static final Pattern PREFIX_LENGTH = Pattern.compile("0|[1-9][0-9]{0,2}");
    private static final Pattern HEADER = Pattern.compile("[-A-Za-z0-9]+");

    private AddressFormats() {}

    /** An IPv4 or IPv6 address. */
    static Optional<String> ip(FieldReader field) {
        return bits(field.string()) > 0
                ? Optional.empty()
                : Optional.of("'" + field.string() + "' is not a valid IP address");
    }

    /** A network: an address and the length of its prefix. */
    static Optional<String> network(FieldReader field) {
        String[] parts = field.string().strip().split("/", -1);
        boolean valid = parts.length == 2
                && PREFIX_LENGTH.matcher(parts[1]).matches()
                && Integer.parseInt(parts[1]) <= bits(parts[0]);
        return valid
                ? Optional.empty()
                : Optional.of("'" + field.string() + "' is not a valid network; write one such as 10.0.0.0/8");
    }

    /** The name of an HTTP header. */
    static Optional<String> header(FieldReader field) {
        return HEADER.matcher(field.string()).matches()
                ? Optional.empty()
                : Optional.of("'" + field.string()
                        + "' is not a valid name of an HTTP header; valid are letters, digits and '-'");
    }

    /** Whether a string is an address of IPv4 or IPv6. */
    static boolean isAddress(String text) {
        return bits(text) > 0;
    }

    /** The length of an address; 0 for a string that is not an address. */
    private static int bits(String address) {
        if (IP_V4.matcher(address).matches()) {
            return 32;
        }
        return IP_V6.matcher(address).matches() && isIpV6(address) ? 128 : 0;
    }

    /** A string with a colon is never looked up. */
    private static boolean isIpV6(String address) {
        try {
            InetAddress.getByName(address);
            return true;
        } catch (UnknownHostException e) {
            return false;
        }
    }
}
