/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.lease;

import java.util.UUID;

/** The name under which this process holds a Lease: {@code <hostname>_<uuid>}, another one for each start. */
final class Identity {
    private Identity() {}

    static String ofThisProcess() {
        return Hostname.get() + "_" + UUID.randomUUID();
    }
}
