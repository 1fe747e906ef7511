// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubeconfig;

import io.ccmoperator.cluster.InvalidInputException;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A proxy before an API server.
 *
 * @param socks whether it speaks SOCKS 5; else HTTP, with CONNECT
 * @param host name or address, an IPv6 address without brackets
 * @param user empty: none
 * @param url as it was written
 */
public record ProxyServer(boolean socks, String host, int port, String user, String password, String url) {
    private static final int SOCKS_PORT = 1080;
    private static final int HTTP_PORT = 80;
    private static final int LAST_PORT = 0xffff;
    private static final Map<String, Boolean> SOCKS = Map.of("http", false, "socks5", true, "socks5h", true);

    /**
     * @param place where the URL is written, for messages; the URL itself is not quoted, since it may have a password
     * @throws InvalidInputException if it is not a URL with a host, or of another scheme than http and socks5
     */
    static ProxyServer of(String place, String url) {
        URI uri = parse(place, url.contains("://") ? url : "http://" + url);
        String scheme = Objects.toString(uri.getScheme(), "").toLowerCase(Locale.ROOT);
        Boolean socks = SOCKS.get(scheme);
        if (scheme.equals("https")) {
            throw invalid(place, "names a proxy that is reached by TLS, which is not supported");
        } else if (socks == null || uri.getHost() == null || uri.getPort() > LAST_PORT || uri.getPort() == 0) {
            throw invalid(place, "is no URL of an http or socks5 proxy");
        }
        String[] credentials =
                Objects.requireNonNullElse(uri.getRawUserInfo(), "").split(":", 2);
        return new ProxyServer(
                socks,
                uri.getHost().replaceAll("[\\[\\]]", ""),
                uri.getPort() >= 0 ? uri.getPort() : socks ? SOCKS_PORT : HTTP_PORT,
                decoded(credentials[0]),
                credentials.length > 1 ? decoded(credentials[1]) : "",
                url);
    }

    /** The same for a field of a kubeconfig, where the scheme is required. */
    static ProxyServer ofField(String place, String url) {
        if (!url.contains("://")) {
            throw invalid(place, "has no scheme");
        }
        return of(place, url);
    }

    /** For messages, without user and password. */
    public String shown() {
        return "the proxy " + (socks ? "socks5://" : "http://") + (host.contains(":") ? "[" + host + "]" : host) + ":"
                + port;
    }

    private static URI parse(String place, String url) {
        try {
            return URI.create(url);
        } catch (IllegalArgumentException e) {
            throw invalid(place, "is not a URL");
        }
    }

    private static InvalidInputException invalid(String place, String reason) {
        return new InvalidInputException(
                place + " " + reason
                        + "; write http://host:port or socks5://host:port, with special characters of a password percent-encoded");
    }

    private static String decoded(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    /**
     * The proxy that the environment has for a server, as Go's programs choose it (golang.org/x/net/http/httpproxy): HTTPS_PROXY, for a
     * server of http HTTP_PROXY, each also in lower-case letters, unless NO_PROXY names the server or it is this machine.
     *
     * @param environment the value of an environment variable, null where it is not set
     * @throws InvalidInputException if the variable has no URL of a proxy
     */
    public static Optional<ProxyServer> ofEnvironment(URI server, UnaryOperator<String> environment) {
        String variable = server.getScheme().equals("https") ? "HTTPS_PROXY" : "HTTP_PROXY";
        Optional<String> url = variable(variable, environment);
        if (url.isEmpty()
                || NoProxy.of(variable("NO_PROXY", environment).orElse("")).names(server)) {
            return Optional.empty();
        }
        return Optional.of(of("environment variable " + variable, url.get()));
    }

    private static Optional<String> variable(String name, UnaryOperator<String> environment) {
        return KubeconfigCluster.filled(environment.apply(name))
                .or(() -> KubeconfigCluster.filled(environment.apply(name.toLowerCase(Locale.ROOT))));
    }
}
