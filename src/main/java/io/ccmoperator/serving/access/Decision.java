// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

/**
 * Whether a request for metrics is served, and if not, the response in their place.
 *
 * @param status of HTTP; 200: it is served
 * @param line what is wrong and what to do; empty where nothing is wrong
 */
record Decision(int status, String line) {
    static final Decision GRANTED = new Decision(200, "");
    static final Decision NO_TOKEN = unauthorized("a bearer token or a client certificate is needed");
    static final Decision NO_BEARER_TOKEN = unauthorized("the header Authorization holds no bearer token");
    static final Decision UNKNOWN_TOKEN = unauthorized("the cluster does not know the token, or it has expired");
    static final Decision UNKNOWN_CERTIFICATE = unauthorized("the client certificate is not signed by an authority of "
            + ClientAuthorities.SOURCE + ", has expired or is not for clients");
    static final Decision OTHER_PATH = new Decision(404, "nothing is served here but " + MetricsAuthorizer.PATH);
    static final Decision OTHER_METHOD = new Decision(405, "metrics can only be read; send a request with GET");
    static final Decision MALFORMED =
            new Decision(400, "the request is malformed; send HTTP/1.1 with one header Host, and without a body");
    static final Decision NOT_RENDERED =
            new Decision(500, "the metrics could not be rendered; see the log of the operator");

    /** @param user whose token it is, as the cluster calls them */
    static Decision forbidden(String user) {
        return new Decision(
                403,
                "user \"" + user + "\" may not read the metrics; bind it to a ClusterRole that allows"
                        + " verb get on nonResourceURL " + MetricsAuthorizer.PATH);
    }

    /** @param user whose client certificate it is */
    static Decision forbiddenCertificate(String user) {
        return new Decision(
                403,
                "user \"" + user + "\" may not read the metrics with a client certificate; send a bearer"
                        + " token and no certificate");
    }

    /** @param why it is not known, for the client: a clause without anything of the token or the network */
    static Decision notKnown(String why) {
        return new Decision(503, "it is not known whether you may read the metrics: " + why + "; try again later");
    }

    private static Decision unauthorized(String wrong) {
        return new Decision(
                401, wrong + "; send the header 'Authorization: Bearer <token>' with a valid token of the cluster");
    }

    boolean isGranted() {
        return status == 200;
    }

    boolean isForbidden() {
        return status == 403;
    }

    boolean isNotKnown() {
        return status == 503;
    }
}
