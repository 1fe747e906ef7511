/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.faults;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerResponse;

/**
 * A watch that goes through the proxy.
 *
 * @param request how it was asked for
 * @param answer what the client gets
 */
record OpenWatch(SeenRequest request, HttpServerResponse answer) {
    void tell(String event) {
        tell(Buffer.buffer(event));
    }

    void tell(Buffer event) {
        answer.write(Buffer.buffer().appendBuffer(event).appendString("\n"));
    }

    void end() {
        answer.end();
    }
}
