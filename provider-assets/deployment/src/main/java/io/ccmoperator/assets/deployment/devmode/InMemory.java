// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.deployment.devmode.mock.InMemoryApiServer;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The server in memory.
 *
 * @param server started
 */
record InMemory(InMemoryApiServer server) implements EmbeddedServer {
    @Override
    public URI uri() {
        return server.uri();
    }

    @Override
    public String token() {
        return "development";
    }

    @Override
    public Optional<Path> certificate() {
        return Optional.empty();
    }

    @Override
    public String description() {
        return "an API server in memory at " + uri() + " (a real one: KUBEBUILDER_ASSETS)";
    }

    @Override
    public void close() {
        server.close();
    }
}
