// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.quarkus.runtime.annotations.ConfigPhase;
import io.quarkus.runtime.annotations.ConfigRoot;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

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

    /**
     * The kubeconfig of another cluster, into which the operator writes in place of the sample cluster. The operator's pom.xml
     * passes it on.
     */
    Optional<Path> kubeconfig();

    /** Whether development mode ends, with exit code 0, as soon as the operator is Available. */
    @WithDefault("false")
    boolean exitWhenAvailable();

    /** How long that may take; then it ends with exit code 1. */
    @WithDefault("3M")
    Duration exitWithin();
}
