// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A network in CIDR notation. Two ways to write the same address are equal.
 *
 * @param address an address in it
 * @param prefix the length of the network's part, in bits
 */
public record IpNetwork(InetAddress address, int prefix) {
    private static final String BYTE = "(?:25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])";
    private static final Pattern IPV4 = Pattern.compile(BYTE + "(?:\\." + BYTE + "){3}");

    /** What may be an IPv6 address; with nothing else does the JDK parse without asking a name server. */
    private static final Pattern IPV6 = Pattern.compile("(?=[^:]*:)[0-9a-fA-F:][0-9a-fA-F:.]*");

    private static final int IPV6_BITS = 128;

    private static final Pattern PREFIX = Pattern.compile("[0-9]{1,3}");

    /** The network, or empty for what is none, such as an address without a prefix. */
    public static Optional<IpNetwork> parse(String cidr) {
        int slash = cidr.indexOf('/');
        if (slash < 0 || !PREFIX.matcher(cidr.substring(slash + 1)).matches()) {
            return Optional.empty();
        }
        int prefix = Integer.parseInt(cidr.substring(slash + 1));
        // An IPv4 address may be written as an IPv6 one, whose prefix counts from there.
        int mapped = cidr.indexOf(':') < 0 ? 0 : IPV6_BITS;
        return address(cidr.substring(0, slash))
                .filter(address -> prefix <= Math.max(mapped, bits(address)))
                .map(address -> new IpNetwork(address, prefix));
    }

    /** The network of one address alone, or empty if the string is not an IP address. */
    public static Optional<IpNetwork> ofAddress(String text) {
        return address(text).map(address -> new IpNetwork(address, bits(address)));
    }

    public boolean isIpv6() {
        return address instanceof Inet6Address;
    }

    private static int bits(InetAddress address) {
        return address.getAddress().length * Byte.SIZE;
    }

    private static Optional<InetAddress> address(String text) {
        if (text.length() > 45
                || !IPV4.matcher(text).matches() && !IPV6.matcher(text).matches()) {
            return Optional.empty();
        }
        try {
            return Optional.of(InetAddress.getByName(text));
        } catch (UnknownHostException e) {
            return Optional.empty();
        }
    }
}
