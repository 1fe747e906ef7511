// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.payload;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apiserver.CustomResources;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresApiServer
class PayloadIT {
    @TempDir
    Path folder;

    @Test
    void isAcceptedByApiServerInOrder() {
        try (Cluster cluster = Cluster.start(folder)) {
            assertThat(cluster.createPayload()).isEmpty();

            // So that the above cannot pass because the server takes anything.
            KubernetesObject deployment =
                    PayloadFolder.ofKind("Deployment").get(0).copy();
            deployment.fields().map("spec").put("replica", 1L);
            assertThat(cluster.admin().dryRun().create(deployment).refusal()).contains("replica");
        }
    }

    @Test
    void startsOperatorBeforeKindsOfMonitoringExist() {
        KubernetesObject deployment = PayloadFolder.ofKind("Deployment").get(0);
        try (Cluster cluster = Cluster.startWithoutMonitoring(folder)) {
            assertThat(cluster.applyPayloadUpToFirstError())
                    .contains(new Cluster.Refused(
                            PayloadFolder.ofKind("ServiceMonitor").get(0).display(), Cluster.NO_SUCH_KIND));
            assertThat(cluster.admin().read(deployment).accepted()).isTrue();
            assertThat(PayloadFolder.ofRunLevel("0000_26"))
                    .contains(deployment)
                    .allSatisfy(object ->
                            assertThat(cluster.admin().read(object).accepted()).isTrue());
            Object started = cluster.admin().read(deployment).object().fields().at("metadata", "uid");

            CustomResources.loadMonitoring(cluster.admin());

            assertThat(cluster.applyPayloadUpToFirstError()).isEmpty();
            assertThat(PayloadFolder.ofRunLevel("0000_90"))
                    .hasSize(9)
                    .allSatisfy(object ->
                            assertThat(cluster.admin().read(object).accepted()).isTrue());
            assertThat(cluster.admin().read(deployment).object().fields().at("metadata", "uid"))
                    .isEqualTo(started);
        }
    }
}
