// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.faults;

import io.vertx.core.Vertx;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Passes bytes on to a port of the loopback interface, with the faults of that level: silence and cut connections. */
final class TcpRelay {
    private final NetServer server;
    private final NetClient client;
    private final int target;
    private final Set<NetSocket> sockets = ConcurrentHashMap.newKeySet();
    private final AtomicInteger accepted = new AtomicInteger();
    private volatile boolean paused;
    private volatile boolean refusing;

    TcpRelay(Vertx vertx, int target) {
        this.target = target;
        this.client = vertx.createNetClient();
        this.server = vertx.createNetServer().connectHandler(this::connected);
        Futures.await(server.listen(0, "127.0.0.1"));
    }

    int port() {
        return server.actualPort();
    }

    /** Connections stay, but nothing comes through any more, in neither direction. */
    void pause() {
        paused = true;
        sockets.forEach(NetSocket::pause);
    }

    /** The connections of this moment stay, but nothing comes through them any more; new ones work. */
    void freeze() {
        sockets.forEach(NetSocket::pause);
    }

    void resume() {
        paused = false;
        sockets.forEach(NetSocket::resume);
    }

    /** Closes all connections. */
    void cut() {
        // Not those that clients make meanwhile.
        List.copyOf(sockets).forEach(NetSocket::close);
    }

    /** Closes all connections, and each new one at once until {@link #accept}. */
    void refuse() {
        refusing = true;
        cut();
    }

    /** Accepts connections again. */
    void accept() {
        refusing = false;
    }

    /** How many connections clients have. */
    int connections() {
        return sockets.size() / 2;
    }

    /** How many connections clients have made, from the beginning. */
    int accepted() {
        return accepted.get();
    }

    private void connected(NetSocket near) {
        accepted.incrementAndGet();
        if (refusing) {
            near.close();
            return;
        }
        near.pause();
        client.connect(target, "127.0.0.1").onFailure(fault -> near.close()).onSuccess(far -> {
            join(near, far);
            join(far, near);
            if (!paused) {
                near.resume();
            }
        });
    }

    private void join(NetSocket from, NetSocket to) {
        sockets.add(from);
        from.handler(to::write);
        from.closeHandler(closed -> {
            sockets.remove(from);
            to.close();
        });
        if (paused) {
            from.pause();
        }
    }
}
