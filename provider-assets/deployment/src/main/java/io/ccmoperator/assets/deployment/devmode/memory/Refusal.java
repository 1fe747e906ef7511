/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode.memory;

import io.ccmoperator.assets.Manifest;
import java.util.Map;

/** Why a request is not done. */
final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int code;
    private final String reason;

    private Refusal(int code, String reason, String message) {
        super(message);
        this.code = code;
        this.reason = reason;
    }

    static Refusal badRequest(String message) {
        return new Refusal(400, "BadRequest", message);
    }

    static Refusal notFound(ResourcePath path) {
        return new Refusal(404, "NotFound", path + " not found");
    }

    static Refusal noSuchPath(String path) {
        return new Refusal(404, "NotFound", "the server has no path " + path);
    }

    static Refusal notAllowed(String method) {
        return new Refusal(405, "MethodNotAllowed", "the method " + method + " is not allowed here");
    }

    static Refusal alreadyExists(ResourcePath path) {
        return new Refusal(409, "AlreadyExists", path + " already exists");
    }

    static Refusal conflict(ResourcePath path, String cause) {
        return new Refusal(409, "Conflict", path + ": " + cause);
    }

    static Refusal invalid(ResourcePath path, String cause) {
        return new Refusal(422, "Invalid", path + " is invalid: " + cause);
    }

    /** The HTTP status. */
    int code() {
        return code;
    }

    /** The object that tells it to a client. */
    Manifest status() {
        return new Manifest(Map.of(
                "apiVersion",
                "v1",
                "kind",
                "Status",
                "metadata",
                Map.of(),
                "status",
                "Failure",
                "message",
                getMessage(),
                "reason",
                reason,
                "code",
                (long) code));
    }
}
