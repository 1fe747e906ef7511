/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving.tls;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.net.KeyCertOptions;
import io.vertx.core.spi.tls.SslContextFactory;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;

/** Has Vert.x serve with a TLS that it knows nothing of. */
final class TlsOptions {
    private TlsOptions() {}

    static void put(ExchangeableTls tls, HttpServerOptions options) {
        options.setSsl(true)
                .setUseAlpn(false)
                .setSslEngineOptions(new EngineOptions(tls))
                // Vert.x insists on having one; keys are the engine's.
                .setKeyCertOptions(new NoKey())
                .setSslHandshakeTimeout(10)
                .setSslHandshakeTimeoutUnit(TimeUnit.SECONDS);
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
