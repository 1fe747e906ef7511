// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubeconfig;

import java.nio.file.Path;
import java.util.Optional;

/**
 * What the flags of a command say about the kubeconfig; each is empty where the flag is not given. The same flags as kubectl's.
 *
 * @param file the one file, in place of those that the environment variable KUBECONFIG lists
 * @param context the name of a context, in place of current-context
 * @param cluster the name of a cluster, in place of the one of the context
 * @param user the name of a user, in place of the one of the context
 */
public record KubeconfigFlags(
        Optional<Path> file, Optional<String> context, Optional<String> cluster, Optional<String> user) {
    /** No flag is given. */
    public static final KubeconfigFlags NONE =
            new KubeconfigFlags(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** The file alone. */
    public static KubeconfigFlags of(Path file) {
        return new KubeconfigFlags(Optional.of(file), Optional.empty(), Optional.empty(), Optional.empty());
    }
}
