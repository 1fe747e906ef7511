// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.assets.Ordered;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.input.ProviderDir;
import io.ccmoperator.kubeconfig.KubeconfigFlags;
import io.ccmoperator.lease.LeaseFlags;
import io.ccmoperator.serving.ServingConfiguration;
import io.ccmoperator.status.Controller;
import java.nio.file.Path;
import java.util.Optional;
import java.util.Set;

/**
 * The flags of {@code run}.
 *
 * @param distribution the kind of cluster
 * @param controllers those that this process runs
 * @param lease leader election
 * @param version the release
 * @param podUid metadata.uid of the Pod that the process runs in, by which the Lease names it; empty outside of a Pod
 */
public record Settings(
        Distribution distribution,
        Namespaces namespaces,
        Set<Controller> controllers,
        Files files,
        Endpoints endpoints,
        LeaseFlags lease,
        ReleaseVersion version,
        Optional<String> podUid) {
    public Settings {
        controllers = Ordered.copy(controllers);
    }

    /**
     * Namespaces that the operator works in.
     *
     * @param managed where cloud controller managers run
     * @param operator where the operator itself runs
     */
    public record Namespaces(String managed, String operator) {}

    /**
     * Files that the running operator reads.
     *
     * @param kubeconfig which kubeconfig, and what of it
     * @param imagesJson the images of the release
     * @param systemTrustBundle the certificate authorities of the operating system, PEM
     * @param providers a folder with providers beside those that are built in, if there is one
     */
    public record Files(
            KubeconfigFlags kubeconfig, Path imagesJson, Path systemTrustBundle, Optional<ProviderDir> providers) {}

    /**
     * What the operator serves.
     *
     * @param serving where health and metrics are served
     * @param tls settings that replace the cluster's TLS profile, for /metrics and for cloud controller managers
     */
    public record Endpoints(ServingConfiguration serving, Optional<TlsSettings> tls) {}
}
