/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.ssl.ApplicationProtocolNegotiator;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import java.util.List;
import java.util.concurrent.Executor;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLSession;
import javax.net.ssl.SSLSessionContext;

/**
 * The TLS of a listening server, which can be exchanged as a whole at any time: each connection takes what holds when it is
 * made. Vert.x can change the options of a server, too, but it loses connections that come while it does so, and the order of
 * the cipher suites.
 */
final class ExchangeableTls extends SslContext {
    private static final String SPOKEN = ServerTls.class.getName();

    private volatile ServerTls current;

    /** What those who connect from now on get. */
    void exchange(ServerTls next) {
        current = next;
    }

    /** Whether a session has come about with what holds now. */
    boolean isCurrent(SSLSession session) {
        return session.getValue(SPOKEN) == current;
    }

    @Override
    protected SslHandler newHandler(ByteBufAllocator allocator, boolean startTls, Executor executor) {
        return new Handler(current, startTls, executor);
    }

    @Override
    protected SslHandler newHandler(
            ByteBufAllocator allocator, String peer, int port, boolean startTls, Executor executor) {
        return newHandler(allocator, startTls, executor);
    }

    @Override
    public SSLEngine newEngine(ByteBufAllocator allocator) {
        return current.engine();
    }

    @Override
    public SSLEngine newEngine(ByteBufAllocator allocator, String peer, int port) {
        return newEngine(allocator);
    }

    @Override
    public boolean isClient() {
        return false;
    }

    @Override
    public List<String> cipherSuites() {
        return current.offer().cipherSuites();
    }

    /** There is nothing to agree on: only HTTP/1.1 is spoken. */
    @Override
    @SuppressWarnings("deprecation")
    public ApplicationProtocolNegotiator applicationProtocolNegotiator() {
        return List::of;
    }

    @Override
    public SSLSessionContext sessionContext() {
        return current.context().getServerSessionContext();
    }

    /** Has the last word on what is offered: Vert.x sets the protocols of its options before. */
    private static final class Handler extends SslHandler {
        private final ServerTls tls;

        Handler(ServerTls tls, boolean startTls, Executor executor) {
            super(tls.engine(), startTls, executor);
            this.tls = tls;
        }

        @Override
        public void handlerAdded(ChannelHandlerContext context) throws Exception {
            engine().setSSLParameters(tls.parameters());
            super.handlerAdded(context);
            handshakeFuture().addListener(done -> {
                if (done.isSuccess()) {
                    engine().getSession().putValue(SPOKEN, tls);
                }
            });
        }
    }
}
