/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.faults;

import io.vertx.core.http.ServerWebSocket;

/**
 * A watch through the proxy.
 *
 * @param request how the client asked for it
 * @param client the client's end
 */
record OpenWatch(SeenRequest request, ServerWebSocket client) {
    void send(String event) {
        client.writeTextMessage(event);
    }

    void end() {
        client.close();
    }
}
