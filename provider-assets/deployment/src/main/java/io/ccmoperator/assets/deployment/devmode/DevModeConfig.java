// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.time.Duration;

/** Development mode. */
@ConfigMapping(prefix = "ccm-operator.dev")
@ConfigRoot(phase = ConfigPhase.BUILD_TIME)
public interface DevModeConfig {
    /**
     * The platform of the sample cluster: that of any provider, such as {@code AWS}, {@code Azure/AzureStackCloud} or
     * {@code External/digitalocean}.
     */
    @WithDefault("AWS")
    String platform();

    /** Whether development mode ends, with exit code 0, as soon as the operator is Available. */
    @WithDefault("false")
    boolean exitWhenAvailable();

    /** How long that may take; then it ends with exit code 1. */
    @WithDefault("3M")
    Duration exitWithin();
}
