// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.connections;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.AttributeKey;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.net.impl.ConnectionBase;
import java.util.LinkedHashSet;
import java.util.Set;
import org.jboss.logging.Logger;

/**
 * Limits the connections of one listening socket, before TLS and before the first byte, when the client is unknown. A
 * connection beyond the limit closes the oldest one whose client has not been let in. So a client that opens connections
 * without end takes them from itself, one that sends a request at once gets its response, and Prometheus keeps its connection.
 */
public final class ConnectionLimit extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = Logger.getLogger(ConnectionLimit.class);

    /** Of a connection on which a request was authorized. */
    private static final AttributeKey<Boolean> AUTHORIZED = AttributeKey.valueOf("authorized");

    private final int limit;

    /** Oldest first. Accepted by the thread of the listening socket, closed by others. */
    private final Set<Channel> open = new LinkedHashSet<>();

    /** Being closed, and not closed yet. */
    private int closing;

    /** Whether the kernel keeps further connections in its queue, which is limited, too. */
    private boolean paused;

    private boolean warned;

    /** @param limit of open connections; about as many again may be in the middle of closing */
    ConnectionLimit(int limit) {
        this.limit = limit;
    }

    /** Keeps a connection longer than those on which no request was authorized. */
    public static void keep(HttpConnection connection) {
        ((ConnectionBase) connection).channel().attr(AUTHORIZED).set(true);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        Channel server = context.channel();
        Channel connection = (Channel) accepted;
        connection.closeFuture().addListener(closed -> forget(connection, server));
        add(connection, server);
        context.fireChannelRead(connection);
    }

    private synchronized void add(Channel connection, Channel server) {
        open.add(connection);
        if (open.size() > limit) {
            warn(server);
            closeOldest();
        }
        if (closing >= limit && !paused) {
            paused = true;
            server.config().setAutoRead(false);
        }
    }

    private void closeOldest() {
        Channel oldest = open.stream()
                .filter(connection -> !connection.hasAttr(AUTHORIZED))
                .findFirst()
                .orElseGet(() -> open.iterator().next());
        open.remove(oldest);
        closing++;
        oldest.close();
    }

    private synchronized void forget(Channel connection, Channel server) {
        if (!open.remove(connection)) {
            closing--;
        }
        if (open.size() <= limit / 2) {
            warned = false;
        }
        if (closing <= limit / 2 && paused) {
            paused = false;
            server.config().setAutoRead(true);
        }
    }

    /** Once, until half of the connections are closed. */
    private void warn(Channel server) {
        if (!warned) {
            warned = true;
            LOG.warnf("%s: more than %d connections are open, closing the oldest", server.localAddress(), limit);
        }
    }
}
