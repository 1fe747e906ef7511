// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubeconfig;

import io.ccmoperator.cluster.InvalidInputException;
import io.fabric8.kubernetes.api.model.Cluster;
import java.net.URI;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * The API server that a kubeconfig names, by the rules of client-go ({@code clientcmd}, {@code rest.DefaultServerURL}).
 *
 * @param place the kubeconfig and the entry, for messages
 * @param server http or https, with a host
 * @param tlsServerName for SNI and the check of the certificate, in place of the server's host
 * @param insecure whether the certificate of the server is not checked
 * @param authorities none: those of the operating system
 * @param proxy that the entry names
 * @param execConfig of the extension client.authentication.k8s.io/exec, for programs that ask for the cluster
 */
public record KubeconfigCluster(
        String place,
        URI server,
        Optional<String> tlsServerName,
        boolean insecure,
        Optional<PemSource> authorities,
        Optional<ProxyServer> proxy,
        Optional<Object> execConfig) {
    /** @throws InvalidInputException if the entry is invalid */
    static KubeconfigCluster of(Kubeconfig.Entry<Cluster> entry) {
        Cluster cluster = entry.content();
        String place = entry.file() + ": cluster " + entry.name();
        Optional<PemSource> authorities = PemSource.of(
                place,
                "certificate-authority",
                entry.file(),
                cluster.getCertificateAuthority(),
                cluster.getCertificateAuthorityData());
        boolean insecure = Boolean.TRUE.equals(cluster.getInsecureSkipTlsVerify());
        if (insecure && authorities.isPresent()) {
            throw new InvalidInputException(place
                    + ": certificate-authority has no effect beside insecure-skip-tls-verify; remove one of them");
        }
        return new KubeconfigCluster(
                place,
                server(place, cluster.getServer()),
                filled(cluster.getTlsServerName()),
                insecure,
                authorities,
                filled(cluster.getProxyUrl()).map(url -> ProxyServer.ofField(place + ": proxy-url", url)),
                KubeconfigExtensions.forPrograms(cluster));
    }

    /** An address without a scheme is one of http, whatever the entry says of TLS. */
    private static URI server(String place, String server) {
        String given = Objects.requireNonNullElse(server, "");
        if (given.isEmpty()) {
            throw new InvalidInputException(place + ": the cluster's server is missing; write https://host:port");
        }
        try {
            int scheme = given.indexOf("://");
            URI uri = URI.create(
                    scheme < 0
                            ? "http://" + given
                            : given.substring(0, scheme).toLowerCase(Locale.ROOT) + given.substring(scheme));
            if (uri.getRawUserInfo() != null) {
                throw new InvalidInputException(
                        place + ": the cluster's server has a user name; remove it, credentials are those of the user");
            } else if (List.of("http", "https").contains(uri.getScheme()) && uri.getHost() != null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw notUrl(place);
        }
        throw notUrl(place);
    }

    private static InvalidInputException notUrl(String place) {
        return new InvalidInputException(place + ": the cluster's server is not a URL; write https://host:port");
    }

    /** What a program of exec may ask for: spec.cluster of an ExecCredential (client.authentication.k8s.io, Cluster). */
    Map<String, Object> forPrograms() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("server", server.toString());
        tlsServerName.ifPresent(name -> tree.put("tls-server-name", name));
        if (insecure) {
            tree.put("insecure-skip-tls-verify", true);
        }
        authorities.ifPresent(pem ->
                tree.put("certificate-authority-data", Base64.getEncoder().encodeToString(pem.pem())));
        proxy.ifPresent(url -> tree.put("proxy-url", url.url()));
        execConfig.ifPresent(config -> tree.put("config", config));
        return tree;
    }

    static Optional<String> filled(String value) {
        return Optional.ofNullable(value).filter(text -> !text.isEmpty());
    }
}
