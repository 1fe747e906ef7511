// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The hostname; in a pod of the host network, that of the node. */
public final class Hostname {
    private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

    private Hostname() {}

    /** From the kernel on Linux: the JDK's method may send a request to a name server. */
    public static String get() {
        try {
            return Files.readString(KERNEL).strip();
        } catch (IOException noLinux) {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException nameless) {
                // Only people read it.
                return "localhost";
            }
        }
    }
}
