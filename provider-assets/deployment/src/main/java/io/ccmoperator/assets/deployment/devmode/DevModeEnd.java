// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import java.util.concurrent.atomic.AtomicBoolean;

/** Ends development mode by itself. Quarkus closes the operator first and the sample cluster after it. */
final class DevModeEnd {
    private static final AtomicBoolean BEGUN = new AtomicBoolean();

    private DevModeEnd() {}

    /** Ends the virtual machine. Returns at once: the caller may be what has to be closed. */
    static void with(int exitCode) {
        if (BEGUN.compareAndSet(false, true)) {
            new Thread(() -> System.exit(exitCode), "end of development mode").start();
        }
    }
}
