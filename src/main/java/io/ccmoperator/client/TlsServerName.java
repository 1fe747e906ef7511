// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslProvider;
import io.vertx.core.net.JdkSSLEngineOptions;
import io.vertx.core.spi.tls.DefaultSslContextFactory;
import io.vertx.core.spi.tls.SslContextFactory;
import java.util.List;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSessionContext;

/**
 * TLS with a name of the server that is not the one of its address: for SNI, and for the check of its certificate. Reason: the client
 * reads {@code tls-server-name}, but its HTTP on Vert.x does not use it.
 */
final class TlsServerName extends JdkSSLEngineOptions {
    private final String name;

    TlsServerName(String name) {
        this.name = name;
    }

    @Override
    public JdkSSLEngineOptions copy() {
        return this;
    }

    @Override
    public SslContextFactory sslContextFactory() {
        return new DefaultSslContextFactory(SslProvider.JDK, false) {
            @Override
            public SslContext create() throws SSLException {
                return new NamedServer(super.create());
            }
        };
    }

    /** The engines of another context; each believes that its connection leads to the name. */
    private final class NamedServer extends SslContext {
        private final SslContext context;

        NamedServer(SslContext context) {
            this.context = context;
        }

        @Override
        public SSLEngine newEngine(ByteBufAllocator buffers, String host, int port) {
            return context.newEngine(buffers, name, port);
        }

        @Override
        public SSLEngine newEngine(ByteBufAllocator buffers) {
            return context.newEngine(buffers);
        }

        @Override
        public boolean isClient() {
            return context.isClient();
        }

        @Override
        public List<String> cipherSuites() {
            return context.cipherSuites();
        }

        @Override
        @SuppressWarnings("deprecation")
        public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
            return context.applicationProtocolNegotiator();
        }

        @Override
        public SSLSessionContext sessionContext() {
            return context.sessionContext();
        }
    }
}
