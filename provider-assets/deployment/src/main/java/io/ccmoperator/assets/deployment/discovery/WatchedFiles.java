// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.discovery;

import io.ccmoperator.assets.discovery.ProviderFolder;

/** The files whose change requires a new build in development mode. */
public final class WatchedFiles {
    private WatchedFiles() {}

    /**
     * Whether the file is one of them.
     *
     * @param path from the root of the resources on, with slashes
     */
    public static boolean contain(String path) {
        return path.startsWith(ProviderFolder.ROOT) || path.startsWith(PayloadFiles.ROOT);
    }
}
