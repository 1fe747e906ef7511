/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.spi.tls.SslContextFactory;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;

/** What clients of the metrics may do: speak HTTP/1.1, briefly. */
final class MetricsServerOptions {
    private static final int MAX_LINE = 4 << 10;
    /** A service account's token takes one or two KiB of it. */
    private static final int MAX_HEADERS = 16 << 10;

    private MetricsServerOptions() {}

    static HttpServerOptions of(ExchangeableTls tls) {
        HttpServerOptions options = new HttpServerOptions();
        options.setSsl(true)
                .setUseAlpn(false)
                .setSslEngineOptions(new EngineOptions(tls))
                // Vert.x insists on having one; keys are the engine's.
                .setKeyCertOptions(new NoKey())
                .setSslHandshakeTimeout(10)
                .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS)
                .setIdleTimeout(60)
                .setIdleTimeoutUnit(TimeUnit.SECONDS);
        return options.setMaxInitialLineLength(MAX_LINE).setMaxHeaderSize(MAX_HEADERS);
    }

    /** Brings our TLS to Vert.x. */
    private static final class EngineOptions extends JdkSSLEngineOptions {
        private final ExchangeableTls tls;

        EngineOptions(ExchangeableTls tls) {
            this.tls = tls;
        }

        /** There is nothing in it that changes. */
        @Override
        public JdkSSLEngineOptions copy() {
            return this;
        }

        @Override
        public SslContextFactory sslContextFactory() {
            return () -> tls;
        }
    }

    /** Says that there is a key, and does not tell which. */
    private static final class NoKey implements KeyCertOptions {
        @Override
        public KeyCertOptions copy() {
            return this;
        }

        @Override
        public KeyManagerFactory getKeyManagerFactory(Vertx vertx) {
            return null;
        }
    }
}
