// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.faults;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/**
 * A watch through the proxy.
 *
 * @param request how the client asked for it
 * @param client the client's end
 */
record OpenWatch(SeenRequest request, HttpServerResponse client) {
    /** @param event JSON on one line, without its end */
    void send(Buffer event) {
        if (!client.ended()) {
            client.write(event.copy().appendByte((byte) '\n'));
        }
    }

    /** The same, a byte at a time. */
    void crumble(Buffer event) {
        for (int i = 0; i < event.length(); i++) {
            client.write(event.getBuffer(i, i + 1));
        }
        client.write("\n");
    }

    void end() {
        if (!client.ended()) {
            client.end();
        }
    }

    /** Ends it without a word; over HTTP/1.1 with its connection. */
    void reset() {
        client.reset();
    }
}
