// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode.mock;

import io.ccmoperator.assets.KubernetesObject;
import io.fabric8.mockwebserver.http.MockResponse;
import java.util.Map;

/** A request that the server rejects, with the HTTP status and the reason of a Kubernetes Status. */
final class RejectedRequest extends RuntimeException {
    private static final long serialVersionUID = 1;

    private final int code;
    private final String reason;

    RejectedRequest(int code, String reason, String message) {
        super(message);
        this.code = code;
        this.reason = reason;
    }

    static RejectedRequest notFound(String what) {
        return new RejectedRequest(404, "NotFound", what + " not found");
    }

    static RejectedRequest conflict(String what, String cause) {
        return new RejectedRequest(409, "Conflict", "Operation cannot be fulfilled on " + what + ": " + cause);
    }

    static RejectedRequest invalid(String what, String cause) {
        return new RejectedRequest(422, "Invalid", what + " is invalid: " + cause);
    }

    /** An error of the mock server, which sends a Status without the right reason, or none at all. */
    static RejectedRequest of(MockResponse response, ApiRequest request) {
        return response.code() == 404
                ? notFound(request.target())
                : new RejectedRequest(
                        response.code(),
                        "Invalid",
                        ApiRequest.parse(response).fields().string("message"));
    }

    /** The response with the Status that names the cause. */
    MockResponse response() {
        return ApiRequest.response(
                code,
                new KubernetesObject(Map.of(
                        "apiVersion",
                        "v1",
                        "kind",
                        "Status",
                        "status",
                        "Failure",
                        "message",
                        getMessage(),
                        "reason",
                        reason,
                        "code",
                        (long) code)));
    }
}
