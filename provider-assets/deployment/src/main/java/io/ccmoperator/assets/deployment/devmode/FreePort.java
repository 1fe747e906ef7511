// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;

/** Ports of the loopback interface. */
final class FreePort {
    private FreePort() {}

    /** A port that is free now. */
    static int find() {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new DevModeException("there is no free port on the loopback interface: " + e.getMessage(), e);
        }
    }
}
