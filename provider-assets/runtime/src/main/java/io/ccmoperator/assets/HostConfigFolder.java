// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.Map;

/** The folder /etc/kubernetes of a host. On OpenShift it holds {@code apiserver-url.env}; on other clusters no workload mounts it. */
public final class HostConfigFolder {
    private static final String PATH = "/etc/kubernetes";

    private HostConfigFolder() {}

    /** Whether a volume of a pod is the folder, or something in it. */
    public static boolean isVolume(Map<String, Object> volume) {
        String path = FieldReader.of(volume).string("hostPath", "path");
        return (path + "/").startsWith(PATH + "/");
    }
}
