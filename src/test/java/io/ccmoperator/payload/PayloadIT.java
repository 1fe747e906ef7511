/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.payload;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.assets.Manifest;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

@EnabledIfEnvironmentVariable(named = ApiServer.ASSETS, matches = ".+", disabledReason = ApiServer.SKIPPED)
class PayloadIT {
    @TempDir
    Path folder;

    @Test
    void theApiServerAcceptsEveryManifestInOrderAndOnceMore() {
        try (Cluster cluster = Cluster.start(folder)) {
            assertThat(cluster.applyPayload()).isEmpty();
            assertThat(cluster.applyPayload()).isEmpty();

            // So that the above cannot pass because the server takes anything.
            Manifest deployment = PayloadFolder.ofKind("Deployment").get(0).copy();
            deployment.map("spec").put("replica", 1);
            assertThat(cluster.admin().apply(deployment).refusal()).contains("replica");
        }
    }
}
