// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.connections;

import io.netty.channel.Channel;
import io.netty.channel.ChannelDuplexHandler;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelPromise;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.TimeUnit;

/** A connection of a listening socket, next to the network: how far its client has come, and the end of it. */
public final class AcceptedConnection extends ChannelDuplexHandler {
    private static final AttributeKey<AcceptedConnection> KEY = AttributeKey.valueOf(AcceptedConnection.class, "key");

    private final Channel channel;
    private final ConnectionLimit limit;
    private final String client;

    /** Changed by the thread of the connection. */
    private Stage stage = Stage.ACCEPTED;

    private boolean read;

    private AcceptedConnection(Channel channel, ConnectionLimit limit) {
        this.channel = channel;
        this.limit = limit;
        this.client = address(channel.remoteAddress());
    }

    /** What has been seen of the client of a connection, in this order. */
    enum Stage {
        /** What the client has sent may wait in the kernel. */
        ACCEPTED("that were just accepted"),
        /** The client has sent nothing that needs an answer. That costs a client least. */
        SILENT("whose clients have sent nothing"),
        /** The client has begun a TLS handshake, which the server has answered. */
        HANDSHAKE("in the TLS handshake"),
        /** No request of the client has been authorized. */
        UNAUTHORIZED("without an authorized request"),
        /** A request of the client has been authorized. */
        AUTHORIZED("with an authorized request");

        private final String value;

        Stage(String value) {
            this.value = value;
        }

        /** For messages, after "connections are open". */
        String value() {
            return value;
        }
    }

    static AcceptedConnection of(Channel channel, ConnectionLimit limit) {
        AcceptedConnection connection = new AcceptedConnection(channel, limit);
        channel.attr(KEY).set(connection);
        channel.pipeline().addFirst(connection);
        return connection;
    }

    /** Counts a connection as one on which a request was authorized. To be called by the thread of the connection. */
    public static void authorize(HttpConnection connection) {
        ((ConnectionBase) connection).channel().attr(KEY).get().moveTo(Stage.AUTHORIZED);
    }

    /** Where its thread registers the connection: the thread reads what is there, and then executes what is scheduled for now. */
    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        context.executor().schedule(() -> moveTo(Stage.SILENT), 0, TimeUnit.NANOSECONDS);
    }

    /** What the client has sent first is the beginning of the handshake. */
    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (!read) {
            read = true;
            SslHandler tls = context.pipeline().get(SslHandler.class);
            if (tls != null) {
                limit.handshakes().accept(tls.engine());
            }
        }
        context.fireChannelRead(message);
    }

    /** The server sends nothing before the client does: its first bytes answer the client's. */
    @Override
    public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
        if (stage.compareTo(Stage.SILENT) <= 0) {
            SslHandler tls = context.pipeline().get(SslHandler.class);
            if (tls == null) {
                moveTo(Stage.UNAUTHORIZED);
            } else {
                moveTo(Stage.HANDSHAKE);
                tls.handshakeFuture().addListener(done -> {
                    if (done.isSuccess()) {
                        moveTo(Stage.UNAUTHORIZED);
                    }
                });
            }
        }
        context.write(message, promise);
    }

    private void moveTo(Stage next) {
        if (next.compareTo(stage) > 0) {
            limit.move(this, stage, next);
            stage = next;
        }
    }

    /** At once, without waiting for a client that reads nothing. On any thread. */
    void close() {
        channel.pipeline().context(this).close();
    }

    /** The client's IP address. */
    String client() {
        return client;
    }

    private static String address(SocketAddress remote) {
        return remote instanceof InetSocketAddress internet
                ? internet.getAddress().getHostAddress()
                : String.valueOf(remote);
    }
}
