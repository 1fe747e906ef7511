// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import java.io.ByteArrayOutputStream;

/** Cuts a stream of bytes at ends of lines, so that no event of a watch is in two pieces. */
final class Lines {
    private final ByteArrayOutputStream pending = new ByteArrayOutputStream();

    /** Takes the next bytes and returns all lines that are complete with them, each with its end; empty where none is. */
    byte[] add(byte[] bytes) {
        int length = bytes.length;
        while (length > 0 && bytes[length - 1] != '\n') {
            length--;
        }
        if (length == 0) {
            pending.writeBytes(bytes);
            return new byte[0];
        }
        pending.write(bytes, 0, length);
        byte[] complete = rest();
        pending.write(bytes, length, bytes.length - length);
        return complete;
    }

    /** How many bytes have no end yet. */
    int pending() {
        return pending.size();
    }

    /** Takes out what has no end yet. */
    byte[] rest() {
        byte[] content = pending.toByteArray();
        pending.reset();
        return content;
    }
}
