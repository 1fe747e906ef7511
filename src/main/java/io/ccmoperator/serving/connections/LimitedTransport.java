// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.connections;

import io.netty.bootstrap.ServerBootstrap;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.vertx.core.Vertx;
import io.vertx.core.impl.VertxBuilder;
import io.vertx.core.impl.VertxInternal;
import io.vertx.core.impl.transports.JDKTransport;
import io.vertx.core.net.NetServerOptions;
import io.vertx.core.spi.VertxServiceProvider;
import java.util.function.Consumer;
import javax.net.ssl.SSLEngine;

/**
 * Vert.x' usual transport, with a {@link ConnectionLimit} at each listening socket. Vert.x finds it as a service. Quarkus
 * limits the connections of its main server only, and counts them after the TLS handshake.
 */
@RegisterForReflection(fields = false)
public final class LimitedTransport extends JDKTransport implements VertxServiceProvider {
    /**
     * Prometheus and the kubelet have one or two each. In memory a connection takes some 50 KiB, which are mostly buffers of
     * TLS.
     */
    public static final int MAX_CONNECTIONS = 64;

    /** Vert.x makes the transport before there is anything that it could be given. */
    private volatile Consumer<SSLEngine> handshakes = engine -> {};

    /**
     * Has the engines of all TLS servers of Vert.x prepared before their handshakes. Development mode starts Vert.x before the operator's
     * classes are there, with its usual transport: there nothing is prepared.
     */
    public static void beforeHandshakes(Vertx vertx, Consumer<SSLEngine> prepare) {
        if (((VertxInternal) vertx).transport() instanceof LimitedTransport limited) {
            limited.handshakes = prepare;
        }
    }

    @Override
    public void init(VertxBuilder builder) {
        builder.findTransport(this);
    }

    @Override
    public void configure(NetServerOptions options, boolean domainSocket, ServerBootstrap bootstrap) {
        super.configure(options, domainSocket, bootstrap);
        bootstrap.handler(new ConnectionLimit(MAX_CONNECTIONS, engine -> handshakes.accept(engine)));
    }
}
