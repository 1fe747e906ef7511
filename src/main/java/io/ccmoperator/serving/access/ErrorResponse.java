// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import io.vertx.core.http.HttpMethod;
import java.util.Optional;

/**
 * The response in place of the metrics.
 *
 * @param status of HTTP
 * @param header a header that belongs to the status; empty where none does
 * @param value its value
 * @param text what is wrong and what to do, one line
 */
record ErrorResponse(int status, String header, String value, String text) {
    static final ErrorResponse NO_TOKEN = unauthorized("a bearer token or a client certificate is needed");
    static final ErrorResponse NO_BEARER_TOKEN = unauthorized("the header Authorization holds no bearer token");
    static final ErrorResponse NOT_RENDERED =
            plain(500, "the metrics could not be rendered; see the log of the operator");

    private static final ErrorResponse UNKNOWN_TOKEN =
            unauthorized("the cluster does not know the token, or it has expired");
    private static final ErrorResponse UNKNOWN_CERTIFICATE =
            unauthorized("the client certificate is not signed by an authority of " + ClientAuthorities.SOURCE
                    + ", has expired or is not for clients");
    private static final String RETRY_SECONDS = "5";

    /** What is wrong with a request whoever sends it, if anything. */
    static Optional<ErrorResponse> of(String path, HttpMethod method) {
        if (!MetricsAuthorizer.PATH.equals(path)) {
            return Optional.of(plain(404, "nothing is served here but " + MetricsAuthorizer.PATH));
        } else if (!method.equals(HttpMethod.GET) && !method.equals(HttpMethod.HEAD)) {
            return Optional.of(
                    new ErrorResponse(405, "Allow", "GET, HEAD", "metrics can only be read; send a request with GET"));
        }
        return Optional.empty();
    }

    /** The response to a client that is rejected. */
    static Optional<ErrorResponse> of(AuthorizationDecision decision) {
        if (decision instanceof AuthorizationDecision.UnknownToken) {
            return Optional.of(UNKNOWN_TOKEN);
        } else if (decision instanceof AuthorizationDecision.UnknownCertificate) {
            return Optional.of(UNKNOWN_CERTIFICATE);
        } else if (decision instanceof AuthorizationDecision.ForbiddenCertificate forbidden) {
            return Optional.of(plain(
                    403,
                    "user \"" + forbidden.user()
                            + "\" may not read the metrics with a client certificate; send a bearer"
                            + " token and no certificate"));
        } else if (decision instanceof AuthorizationDecision.Forbidden forbidden) {
            return Optional.of(plain(
                    403,
                    "user \"" + forbidden.user() + "\" may not read the metrics; bind it to a ClusterRole that allows"
                            + " verb get on nonResourceURL " + MetricsAuthorizer.PATH));
        } else if (decision instanceof AuthorizationDecision.NotKnown notKnown) {
            return Optional.of(new ErrorResponse(
                    503,
                    "Retry-After",
                    RETRY_SECONDS,
                    "it is not known whether you may read the metrics: " + notKnown.why() + "; try again later"));
        }
        return Optional.empty();
    }

    private static ErrorResponse unauthorized(String wrong) {
        return new ErrorResponse(
                401,
                "WWW-Authenticate",
                "Bearer",
                wrong + "; send the header 'Authorization: Bearer <token>' with a valid token of the cluster");
    }

    private static ErrorResponse plain(int status, String text) {
        return new ErrorResponse(status, "", "", text);
    }
}
