/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.Manifest;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/** What the operator finds in a cluster of OpenShift. */
final class SampleCluster {
    private static final String RESOURCE = "cluster.yaml";

    private SampleCluster() {}

    /**
     * Puts a sample cluster into an empty API server that has the kinds of OpenShift.
     *
     * @throws IOException if the server refuses an object; the message names it
     */
    static void create(ClusterClient client, SamplePlatform platform) throws IOException {
        for (Manifest object : Resources.manifests(RESOURCE)) {
            client.create(object);
        }
        client.create(platform.infrastructure());
        Optional<Manifest> cloudConfig = platform.cloudConfig();
        if (cloudConfig.isPresent()) {
            client.create(cloudConfig.get());
        }
        if (platform.provider().credentialsSecret().isPresent()) {
            client.create(credentials(platform.provider().credentialsSecret().get()));
        }
    }

    private static Manifest credentials(String name) {
        return new Manifest(Map.of(
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
