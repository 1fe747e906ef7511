/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.cluster.InvalidInputException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.Optional;

/** The API server that a kubeconfig names. */
final class KubeconfigEndpoint {
    /** A file that a token comes from may be written anew at any time. */
    private static final Duration TOKEN_AGE = Duration.ofMinutes(1);

    /** What would be passed over in silence, with what can be used in its place. */
    private static final List<String> UNSUPPORTED_USER = List.of("exec", "auth-provider");

    private static final List<String> UNSUPPORTED_CLUSTER = List.of("proxy-url", "tls-server-name");

    private KubeconfigEndpoint() {}

    /** @throws InvalidInputException if the file cannot be used */
    static ApiEndpoint read(Path file, PemOptions pem, Clock clock) {
        Kubeconfig config = Kubeconfig.read(file);
        refuse(config, config.cluster(), UNSUPPORTED_CLUSTER, "name a cluster that is reached directly");
        refuse(config, config.user(), UNSUPPORTED_USER, "use a token or a client certificate");
        Manifest cluster = config.cluster();
        return new ApiEndpoint(
                server(config),
                config.bytes(cluster, "certificate-authority-data", "certificate-authority")
                        .map(certificates -> pem.trust(certificates, file + ": certificate-authority")),
                Boolean.TRUE.equals(cluster.at("insecure-skip-tls-verify")),
                config.bytes(config.user(), "client-certificate-data", "client-certificate")
                        .map(certificate -> pem.key(certificate, clientKey(config), file + ": client-certificate")),
                new Credentials(() -> authorization(Kubeconfig.read(file)), TOKEN_AGE, clock));
    }

    private static void refuse(Kubeconfig config, Manifest entry, List<String> fields, String remedy) {
        for (String field : fields) {
            if (entry.at(field) != null) {
                throw config.invalid(field + " is not supported; " + remedy);
            }
        }
    }

    private static URI server(Kubeconfig config) {
        String server = config.cluster().text("server");
        String address = server.endsWith("/") ? server : server + "/";
        try {
            URI uri = URI.create(address);
            if (List.of("http", "https").contains(uri.getScheme()) && uri.getHost() != null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw config.invalid("the cluster's server is no URL; write https://host:port");
        }
        throw config.invalid("the cluster's server is no URL; write https://host:port");
    }

    private static byte[] clientKey(Kubeconfig config) {
        return config.bytes(config.user(), "client-key-data", "client-key")
                .orElseThrow(() -> config.invalid("client-key is missing beside client-certificate"));
    }

    private static Optional<String> authorization(Kubeconfig config) {
        Manifest user = config.user();
        if (!user.text("token").isEmpty()) {
            return Optional.of("Bearer " + user.text("token"));
        } else if (!user.text("tokenFile").isEmpty()) {
            return config.bytes(user, "", "tokenFile")
                    .map(token -> "Bearer " + new String(token, StandardCharsets.UTF_8).strip());
        } else if (!user.text("username").isEmpty()) {
            String pair = user.text("username") + ":" + user.text("password");
            return Optional.of("Basic " + Base64.getEncoder().encodeToString(pair.getBytes(StandardCharsets.UTF_8)));
        }
        return Optional.empty();
    }
}
