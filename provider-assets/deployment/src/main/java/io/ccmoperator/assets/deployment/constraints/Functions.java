// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.constraints;

import io.ccmoperator.assets.deployment.schema.Quantity;
import java.math.BigDecimal;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Base64;
import java.util.regex.Pattern;

/** Functions of ours: what CEL does not have, and no regular expression describes. */
public final class Functions {
    private static final String OCTET = "(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
    private static final Pattern IP_V4 = Pattern.compile(OCTET + "(\\." + OCTET + "){3}");
    private static final Pattern IP_V6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");
    private static final Pattern PREFIX_LENGTH = Pattern.compile("0|[1-9][0-9]{0,2}");

    private Functions() {}

    /** Whether a string is an address of IPv4 or IPv6. */
    public static boolean isIp(String text) {
        return bits(text) > 0;
    }

    /** Whether a string is a network: an address, a slash, and the length of the prefix in bits. */
    static boolean isNetwork(String text) {
        String[] parts = text.strip().split("/", -1);
        return parts.length == 2
                && PREFIX_LENGTH.matcher(parts[1]).matches()
                && Integer.parseInt(parts[1]) <= bits(parts[0]);
    }

    /** Whether a string is base64 with its padding, with or without line breaks. */
    static boolean isBase64(String text) {
        String encoded = text.replaceAll("[\r\n]", "");
        try {
            Base64.getDecoder().decode(encoded);
            // The decoder accepts a value without padding, the API server does not.
            return encoded.length() % 4 == 0;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** The amount in cores or bytes; not a number for a value that is not a quantity. */
    static double quantity(Object value) {
        return Quantity.amount(value).map(BigDecimal::doubleValue).orElse(Double.NaN);
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
