// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import java.util.Optional;

/**
 * What a provider's descriptor says of the bootstrap VM.
 *
 * @param whyNoPod why the provider has no static Pod there, and what initializes nodes instead; one line
 * @param kubeconfigKey where the cloud configuration names the kubeconfig, for a cloud controller manager that ignores its flag
 */
public record Bootstrap(Optional<String> whyNoPod, Optional<KubeconfigKey> kubeconfigKey) {
    /** For a descriptor that says nothing. */
    public static final Bootstrap NONE = new Bootstrap(Optional.empty(), Optional.empty());

    /**
     * A key of a cloud configuration that is INI.
     *
     * @param section the section that the key is in
     * @param key the key whose value is the path of the kubeconfig
     */
    public record KubeconfigKey(String section, String key) {}
}
