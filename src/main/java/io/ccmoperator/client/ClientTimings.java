// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import java.time.Duration;

/**
 * The timeouts of requests and watches.
 *
 * @param request after this time a request whose answer is not complete, or a watch whose answer has not begun, has failed
 * @param silence after this time without any event a watch is opened again
 * @param dead after this time without a byte of the server a connection is closed
 * @param unknownKind how long a server has to answer with 404 until the kind counts as missing
 * @param missingKind how long after that the kind is listed again
 * @param stuck after this time a listener that has not returned counts as stuck
 */
record ClientTimings(
        Duration request, Duration silence, Duration dead, Duration unknownKind, Duration missingKind, Duration stuck) {
    /**
     * A request: twice what a slow but working server takes (5 s). Silence: the server sends a bookmark each minute. Dead: longer than
     * that, and early enough for a leader to renew its Lease by another connection. Unknown kind: a server may know the kinds of
     * CustomResourceDefinitions some seconds after the others.
     */
    static final ClientTimings USUAL = new ClientTimings(
            Duration.ofSeconds(10),
            Duration.ofSeconds(100),
            Duration.ofSeconds(75),
            Duration.ofSeconds(5),
            Duration.ofSeconds(30),
            Duration.ofMinutes(10));
}
