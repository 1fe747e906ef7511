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
     * A folder with etcd and kube-apiserver, which then serve the sample cluster. Without it an API server in memory does.
     */
    @WithDefault("${KUBEBUILDER_ASSETS:}")
    Optional<Path> assets();

    /**
     * A folder with the CustomResourceDefinitions of OpenShift, for kube-apiserver. Kinds that are not there take any field.
     */
    @WithDefault("${OPENSHIFT_CRDS:}")
    Optional<Path> crds();

    /** Whether development mode ends, with exit code 0, as soon as the ClusterOperator is Available. */
    @WithDefault("false")
    boolean exitWhenAvailable();

    /** How long that may take; then it ends with exit code 1. */
    @WithDefault("3M")
    Duration exitWithin();
}
