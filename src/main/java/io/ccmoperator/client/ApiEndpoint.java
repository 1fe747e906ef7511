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

    /**
     * As many requests as there are threads that make some: three controllers and the leader election, and four reviews at
     * once, so that the election never waits for those.
     */
    static final PoolOptions REQUEST_CONNECTIONS = new PoolOptions().setHttp1MaxSize(8);

    /**
     * One for all watches; a server allows some 250 of them on a connection, and there are fewer than 100. Where a server
     * speaks HTTP/1.1 only, each watch needs one of its own.
     */
    static final PoolOptions WATCH_CONNECTIONS =
            new PoolOptions().setHttp1MaxSize(256).setHttp2MaxSize(1);

    HttpClientOptions requestOptions() {
        HttpClientOptions options = new HttpClientOptions().setConnectTimeout((int) CONNECT_WITHIN.toMillis());
        if (isSecure()) {
            options.setSsl(true).setTrustAll(anyServer).setVerifyHost(!anyServer);
            trust.ifPresent(options::setTrustOptions);
            clientCertificate.ifPresent(options::setKeyCertOptions);
        }
        return options;
    }

    HttpClientOptions watchOptions() {
        HttpClientOptions options = requestOptions();
        return isSecure() ? options.setUseAlpn(true).setProtocolVersion(HttpVersion.HTTP_2) : options;
    }

    private boolean isSecure() {
        return server.getScheme().equals("https");
    }
}
