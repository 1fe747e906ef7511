/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpVersion;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.net.TrustOptions;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/**
 * Where an API server is, and how it and the client know each other.
 *
 * @param server its address, ends with a slash
 * @param trust tells whose certificates it may have; empty: those that the JDK trusts, or any (see anyServer)
 * @param anyServer whether every server is to be believed (insecure-skip-tls-verify)
 * @param clientCertificate the client's own certificate
 * @param credentials what the client is known by otherwise
 */
record ApiEndpoint(
        URI server,
        Optional<TrustOptions> trust,
        boolean anyServer,
        Optional<KeyCertOptions> clientCertificate,
        Credentials credentials) {
    private static final Duration CONNECT_WITHIN = Duration.ofSeconds(5);

    /** Watches need a connection each where the server speaks HTTP/1.1 only, and there is one for each object. */
    private static final int MAX_HTTP1_CONNECTIONS = 256;

    /** A server allows some 100 to 250 requests at a time on one connection. */
    private static final int MAX_HTTP2_CONNECTIONS = 4;

    HttpClientOptions httpOptions() {
        HttpClientOptions options = new HttpClientOptions().setConnectTimeout((int) CONNECT_WITHIN.toMillis());
        if (server.getScheme().equals("https")) {
            options.setSsl(true)
                    .setUseAlpn(true)
                    .setProtocolVersion(HttpVersion.HTTP_2)
                    .setTrustAll(anyServer)
                    .setVerifyHost(!anyServer);
            trust.ifPresent(options::setTrustOptions);
            clientCertificate.ifPresent(options::setKeyCertOptions);
        }
        return options;
    }

    PoolOptions poolOptions() {
        return new PoolOptions().setHttp1MaxSize(MAX_HTTP1_CONNECTIONS).setHttp2MaxSize(MAX_HTTP2_CONNECTIONS);
    }
}
