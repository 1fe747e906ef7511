// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.faults;

import io.ccmoperator.apiserver.ApiServer;
import io.vertx.core.Vertx;
import java.net.URI;
import java.nio.file.Path;

/**
 * A second API server on the etcd of another one. While its connection to etcd is held, its cache, from which it answers watches
 * and lists of resource version 0, is older than what is stored.
 */
public final class LaggingServer implements AutoCloseable {
    private final Vertx vertx;
    private final TcpRelay toEtcd;
    private final ApiServer server;

    private LaggingServer(Vertx vertx, TcpRelay toEtcd, ApiServer server) {
        this.vertx = vertx;
        this.toEtcd = toEtcd;
        this.server = server;
    }

    /**
     * Starts the server and waits until it serves.
     *
     * @param folder an empty one for keys and logs
     */
    public static LaggingServer beside(ApiServer other, Path folder) {
        Vertx vertx = Vertx.vertx();
        try {
            TcpRelay toEtcd = new TcpRelay(vertx, other.etcd().getPort());
            return new LaggingServer(
                    vertx, toEtcd, ApiServer.startBeside(folder, URI.create("http://127.0.0.1:" + toEtcd.port())));
        } catch (RuntimeException e) {
            Futures.await(vertx.close());
            throw e;
        }
    }

    /** The server itself. */
    public ApiServer server() {
        return server;
    }

    /** Hears of nothing from now on. */
    public void hold() {
        toEtcd.pause();
    }

    /** Catches up. */
    public void release() {
        toEtcd.resume();
    }

    @Override
    public void close() {
        release();
        server.close();
        Futures.await(vertx.close());
    }
}
