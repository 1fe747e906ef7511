// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.ccmoperator.assets.KubernetesMinor;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.kubeconfig.KubeconfigFlags;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import java.time.Clock;
import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;

/** A connection to an API server for a command that does not start Quarkus, with network threads of its own. */
public final class StandaloneConnection implements AutoCloseable {
    private final Vertx vertx;
    private final ApiConnection connection;

    private StandaloneConnection(Vertx vertx, ApiConnection connection) {
        this.vertx = vertx;
        this.connection = connection;
    }

    /**
     * Reads the API server's address and the credentials for it, as {@link ApiConnection#open}. No request is sent yet. From now on
     * nothing is logged: the result of a command has all that its user has to know.
     *
     * @throws io.ccmoperator.cluster.InvalidInputException if there is no kubeconfig or it is invalid
     */
    public static StandaloneConnection open(KubeconfigFlags flags, Clock clock) {
        Logger.getLogger("").setLevel(Level.OFF);
        // As Quarkus has it: names are resolved by the operating system.
        System.setProperty("vertx.disableDnsResolver", "true");
        Vertx vertx = Vertx.vertx(new VertxOptions()
                .setEventLoopPoolSize(1)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false)));
        try {
            return new StandaloneConnection(
                    vertx, ApiConnection.open(flags, vertx, clock, Map.of(), (verb, code) -> {}));
        } catch (RuntimeException e) {
            vertx.close().toCompletionStage().toCompletableFuture().join();
            throw e;
        }
    }

    /** The URL of the API server. */
    public String address() {
        return connection.kubernetes().getMasterUrl().toString();
    }

    /** Requests. */
    public ApiServer server() {
        return connection.server();
    }

    /** Lists. */
    public ObjectLists lists() {
        return connection.lists();
    }

    /** As {@link ApiConnection#serves} has it. */
    public boolean serves(ResourceKind kind) {
        return connection.serves(kind);
    }

    /** As {@link ApiConnection#version} has it. */
    public KubernetesMinor version() {
        return connection.version();
    }

    @Override
    public void close() {
        connection.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
