// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apiserver;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Ports of the processes that tests start. Each JVM of the tests takes them from a range of its own, in order and below the ports
 * that the system gives to clients: between the check and the start of the process no other test and no connection uses a port.
 */
public final class FreePort {
    private static final int SIZE = 2_000;
    private static final int FIRST = 10_000 + SIZE * Integer.parseInt(System.getProperty("tests.fork", "0"));
    /** Begins anywhere: other builds on the machine have the same ranges. */
    private static final AtomicInteger NEXT =
            new AtomicInteger(ThreadLocalRandom.current().nextInt(SIZE));

    private FreePort() {}

    /** A port of the loopback interface that no process uses; a port returns after all others of the range. */
    public static int next() {
        for (int i = 0; i < SIZE; i++) {
            int port = FIRST + Math.floorMod(NEXT.getAndIncrement(), SIZE);
            try (ServerSocket socket = new ServerSocket(port, 1, InetAddress.getLoopbackAddress())) {
                return socket.getLocalPort();
            } catch (IOException e) {
                // In use: the next one.
            }
        }
        throw new IllegalStateException("all ports from " + FIRST + " to " + (FIRST + SIZE - 1) + " are in use");
    }
}
