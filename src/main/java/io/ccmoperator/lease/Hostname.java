/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.lease;

import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The name of this process' host, which in a pod of the host network is that of the node. */
public final class Hostname {
    private static final Path KERNEL = Path.of("/proc/sys/kernel/hostname");

    private Hostname() {}

    /** From the kernel, where it tells: the other way may ask a name server. */
    public static String get() {
        try {
            return Files.readString(KERNEL).strip();
        } catch (IOException noLinux) {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException nameless) {
                // It is for people; nothing depends on it.
                return "localhost";
            }
        }
    }
}
