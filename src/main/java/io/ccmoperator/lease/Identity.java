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
import java.util.UUID;

/** The name under which this process holds a Lease: {@code <hostname>_<uuid>}, another one for each start. */
final class Identity {
    private static final Path HOSTNAME = Path.of("/proc/sys/kernel/hostname");

    private Identity() {}

    static String ofThisProcess() {
        return hostname() + "_" + UUID.randomUUID();
    }

    /** From the kernel, where it tells: the other way may ask a name server. */
    private static String hostname() {
        try {
            return Files.readString(HOSTNAME).strip();
        } catch (IOException noLinux) {
            try {
                return InetAddress.getLocalHost().getHostName();
            } catch (UnknownHostException nameless) {
                // The uuid alone tells processes apart; the name is for people.
                return "localhost";
            }
        }
    }
}
