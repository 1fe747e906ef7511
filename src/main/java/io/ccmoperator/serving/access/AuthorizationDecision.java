// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

/** Whether a client may read the metrics. */
sealed interface AuthorizationDecision {
    /** The client may. */
    record Granted() implements AuthorizationDecision {}

    /** The cluster does not know the token. */
    record UnknownToken() implements AuthorizationDecision {}

    /** @param user who may not, as the cluster calls them */
    record Forbidden(String user) implements AuthorizationDecision {}

    /** The client certificate does not prove who the client is. */
    record UnknownCertificate() implements AuthorizationDecision {}

    /** @param user whose client certificate it is, and who may not read the metrics with one */
    record ForbiddenCertificate(String user) implements AuthorizationDecision {}

    /** @param why it is not known, for the one who asks: a clause without anything of the token or the network */
    record NotKnown(String why) implements AuthorizationDecision {}
}
