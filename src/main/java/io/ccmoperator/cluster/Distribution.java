// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import java.util.Locale;

/** The kind of cluster in which cloud controller managers run. */
public enum Distribution {
    /** OpenShift and OKD: control plane nodes have the role master, and a file of the host names the API server. */
    OPENSHIFT,
    /** Any other: control plane nodes have the role control-plane, and no file of the host is read. */
    KUBERNETES;

    /** As the flag {@code --distribution} has it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
