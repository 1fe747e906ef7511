// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ManagedNamespace;
import java.util.Map;

/** What the operator finds in a cluster of OpenShift. */
final class SampleCluster {
    private static final String RESOURCE = "cluster.yaml";

    private SampleCluster() {}

    /**
     * Puts a sample cluster into an empty API server that has the kinds of OpenShift.
     *
     * @throws DevModeException if the server rejects an object; the message names it
     */
    static void create(ClusterClient client, SamplePlatform platform) {
        Resources.manifests(RESOURCE).forEach(client::create);
        client.create(platform.infrastructure());
        platform.cloudConfig().ifPresent(client::create);
        platform.provider().credentialsSecret().map(SampleCluster::credentials).ifPresent(client::create);
    }

    private static KubernetesObject credentials(String name) {
        return new KubernetesObject(Map.of(
                "apiVersion",
                "v1",
                "kind",
                "Secret",
                "metadata",
                Map.of("name", name, "namespace", ManagedNamespace.DEFAULT),
                "data",
                // "placeholder"
                Map.of("key", "cGxhY2Vob2xkZXI=")));
    }
}
