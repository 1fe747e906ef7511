// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving;

import io.ccmoperator.cluster.InvalidInputException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where to serve.
 *
 * @param host a name or an address; 0.0.0.0 for all
 * @param port from 0, any free one, to 65535
 */
public record ListenAddress(String host, int port) {
    private static final Pattern FORM = Pattern.compile("(?<host>|\\[[0-9a-fA-F:.]+]|[^:\\[\\]]+):(?<port>[0-9]{1,5})");

    /**
     * Reads host:port as Go's programs take it: {@code :9258} is all addresses, {@code [::1]:9258} an IPv6 one.
     *
     * @param flag the flag, for the message
     * @throws InvalidInputException if the value has another form
     */
    public static ListenAddress of(String flag, String text) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches() || Integer.parseInt(matcher.group("port")) > 65535) {
            throw new InvalidInputException(
                    flag + ": '" + text + "' is not an address; write host:port, such as 127.0.0.1:9259 or :9258");
        }
        String host = matcher.group("host").replaceAll("[\\[\\]]", "");
        return new ListenAddress(host.isEmpty() ? "0.0.0.0" : host, Integer.parseInt(matcher.group("port")));
    }

    /**
     * Tries to listen, and stops again: Quarkus ends with a stack trace where it cannot listen, and does not know the flag.
     *
     * @param flag the flag, for the message
     * @throws InvalidInputException if another process has the address, or the host is not an address of this machine
     */
    public void requireFree(String flag) {
        try (ServerSocket probe = new ServerSocket()) {
            probe.bind(new InetSocketAddress(InetAddress.getByName(host), port));
        } catch (IOException e) {
            throw new InvalidInputException(flag + ": cannot listen on " + this + ": " + e.getMessage()
                    + "; free the address, or choose another one");
        }
    }

    /** In the form that {@link #of} reads, with the host that was meant. */
    @Override
    public String toString() {
        return (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
