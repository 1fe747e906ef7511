// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;

/** An API server that lives as long as development mode. */
interface EmbeddedServer extends AutoCloseable {
    /** Where it serves. */
    URI uri();

    /** The token of an account with all permissions. */
    String token();

    /** The token of the operator: that of its service account where the server has RBAC. */
    default String operatorToken() {
        return token();
    }

    /** The server's certificate, a PEM file; empty where it serves plain HTTP. */
    Optional<Path> certificate();

    /** What it is, for people. */
    String description();

    @Override
    void close();
}
