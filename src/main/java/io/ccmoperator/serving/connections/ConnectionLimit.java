// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.connections;

import io.ccmoperator.serving.connections.AcceptedConnection.Stage;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import javax.net.ssl.SSLEngine;
import org.jboss.logging.Logger;

/**
 * Limits the connections of one listening socket, in each {@link Stage} apart: clients that never finish a handshake take no
 * place from clients that do, and no client without permission takes one from Prometheus. A connection beyond the limit of its
 * stage closes the oldest one of the address that has most of them there, so that a client takes connections from itself.
 */
final class ConnectionLimit extends ChannelInboundHandlerAdapter {
    private static final Logger LOG = Logger.getLogger(ConnectionLimit.class);

    /** Before the warning is logged again. */
    private static final Duration SILENCE = Duration.ofMinutes(10);

    private final int limit;
    private final Consumer<SSLEngine> handshakes;

    /** Oldest first. Accepted by the thread of the listening socket; the threads of the connections do the rest. */
    private final Map<Stage, Set<AcceptedConnection>> open = new EnumMap<>(Stage.class);

    private Channel server;

    /** Being closed, and not closed yet. */
    private int closing;

    /** Whether the kernel keeps further connections in its queue, which is limited, too. */
    private boolean paused;

    /** The time of the last warning, as {@link System#nanoTime} has it; null before the first one. */
    private Long warnedAt;

    /**
     * @param limit of open connections in a stage; about as many again may be in the middle of closing
     * @param handshakes prepares the engine of a connection before its handshake
     */
    ConnectionLimit(int limit, Consumer<SSLEngine> handshakes) {
        this.limit = limit;
        this.handshakes = handshakes;
        for (Stage stage : Stage.values()) {
            open.put(stage, new LinkedHashSet<>());
        }
    }

    Consumer<SSLEngine> handshakes() {
        return handshakes;
    }

    @Override
    public void handlerAdded(ChannelHandlerContext context) {
        server = context.channel();
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object accepted) {
        Channel channel = (Channel) accepted;
        AcceptedConnection connection = AcceptedConnection.of(channel, this);
        channel.closeFuture().addListener(closed -> forget(connection));
        add(connection);
        context.fireChannelRead(channel);
    }

    private synchronized void add(AcceptedConnection connection) {
        open.get(Stage.ACCEPTED).add(connection);
        pauseOrResume();
    }

    /** Moves a connection to a later stage. One that is being closed stays so. */
    synchronized void move(AcceptedConnection connection, Stage from, Stage to) {
        if (open.get(from).remove(connection)) {
            add(connection, to);
            pauseOrResume();
        }
    }

    private void add(AcceptedConnection connection, Stage stage) {
        Set<AcceptedConnection> connections = open.get(stage);
        connections.add(connection);
        if (connections.size() > limit) {
            warn(stage);
            AcceptedConnection oldest = oldestOfBusiestClient(connections);
            connections.remove(oldest);
            closing++;
            oldest.close();
        }
    }

    private static AcceptedConnection oldestOfBusiestClient(Set<AcceptedConnection> connections) {
        Map<String, Long> number =
                connections.stream().collect(Collectors.groupingBy(AcceptedConnection::client, Collectors.counting()));
        long most = number.values().stream().max(Comparator.naturalOrder()).orElseThrow();
        return connections.stream()
                .filter(connection -> number.get(connection.client()) == most)
                .findFirst()
                .orElseThrow();
    }

    private synchronized void forget(AcceptedConnection connection) {
        if (open.values().stream().noneMatch(connections -> connections.remove(connection))) {
            closing--;
        }
        pauseOrResume();
    }

    /** Connections are not accepted faster than their threads read from them and close them. */
    private void pauseOrResume() {
        int unfinished = open.get(Stage.ACCEPTED).size() + closing;
        boolean pause = unfinished >= limit || (paused && unfinished > limit / 2);
        if (pause != paused) {
            paused = pause;
            server.config().setAutoRead(!pause);
        }
    }

    private void warn(Stage stage) {
        long now = System.nanoTime();
        if (warnedAt == null || now - warnedAt >= SILENCE.toNanos()) {
            warnedAt = now;
            LOG.warnf(
                    "%s: more than %d connections are open %s, closing the oldest",
                    server.localAddress(), limit, stage.value());
        }
    }
}
