// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubeconfig;

import io.netty.util.NetUtil;
import java.math.BigInteger;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The servers that NO_PROXY names, as Go reads it (golang.org/x/net/http/httpproxy): addresses, networks (CIDR), names of domains, which
 * include those below them, and {@code *}; addresses and names may have a port. A name with a leading dot is of those below it alone.
 */
record NoProxy(List<String> entries) {
    private static final int HTTPS_PORT = 443;
    private static final int HTTP_PORT = 80;

    static NoProxy of(String variable) {
        return new NoProxy(Stream.of(variable.split(","))
                .map(entry -> entry.strip().toLowerCase(Locale.ROOT))
                .filter(entry -> !entry.isEmpty())
                .toList());
    }

    /** Whether requests go to the server directly; those to this machine always do. */
    boolean names(URI server) {
        String host = server.getHost().replaceAll("[\\[\\]]", "").toLowerCase(Locale.ROOT);
        int port =
                server.getPort() >= 0 ? server.getPort() : server.getScheme().equals("https") ? HTTPS_PORT : HTTP_PORT;
        byte[] address = NetUtil.createByteArrayFromIpAddressString(host);
        return isThisMachine(host, address)
                || entries.stream().anyMatch(entry -> entry.equals("*") || matches(entry, host, port, address));
    }

    private static boolean isThisMachine(String host, byte[] address) {
        return host.equals("localhost")
                || address != null
                        && (address.length == 4
                                ? address[0] == 127
                                : new BigInteger(1, address).equals(BigInteger.ONE));
    }

    private static boolean matches(String entry, String host, int port, byte[] address) {
        int slash = entry.indexOf('/');
        if (slash >= 0) {
            return address != null && isInNetwork(address, entry.substring(0, slash), entry.substring(slash + 1));
        }
        String name = entry;
        boolean bracketed = entry.startsWith("[");
        int colon = entry.lastIndexOf(':');
        boolean hasPort = bracketed ? entry.contains("]:") : colon >= 0 && entry.indexOf(':') == colon;
        if (hasPort) {
            if (!entry.substring(colon + 1).equals(String.valueOf(port))) {
                return false;
            }
            name = entry.substring(0, colon);
        }
        name = name.replaceAll("[\\[\\]]", "");
        byte[] named = NetUtil.createByteArrayFromIpAddressString(name);
        if (named != null || address != null) {
            return named != null && address != null && new BigInteger(1, named).equals(new BigInteger(1, address));
        }
        String domain = name.startsWith("*.") ? name.substring(1) : name;
        return domain.startsWith(".") ? host.endsWith(domain) : host.equals(domain) || host.endsWith("." + domain);
    }

    private static boolean isInNetwork(byte[] address, String network, String length) {
        byte[] base = NetUtil.createByteArrayFromIpAddressString(network);
        if (base == null || base.length != address.length || !length.matches("[0-9]{1,3}")) {
            return false;
        }
        int rest = address.length * Byte.SIZE - Integer.parseInt(length);
        return rest >= 0
                && new BigInteger(1, base).shiftRight(rest).equals(new BigInteger(1, address).shiftRight(rest));
    }
}
