// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.chart;

import static io.ccmoperator.chart.Chart.NAMESPACE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.faults.FaultyProxy;
import io.ccmoperator.faults.SeenRequest;
import io.ccmoperator.operator.OperatorUnderTest;
import java.io.IOException;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** An operator that dies while it removes what it has applied, and another one that takes over. */
@RequiresApiServer
@Tag("packaged")
class RemovalTakeoverIT extends ReleaseScene {
    private static final String MANAGED = "cloud-controller-manager";
    private static final String AZURE =
            "{ccm: {cluster: {platform: Azure, name: sample-1, azure: {cloudName: AzurePublicCloud}}},"
                    + " cloudConfig: '{\"cloud\": \"AzurePublicCloud\", \"resourceGroup\": \"rg\"}'}";
    private static final String[] SHORT = {
        "--leader-elect-lease-duration=6s", "--leader-elect-renew-deadline=4s", "--leader-elect-retry-period=1s"
    };

    @Test
    void removesRestAfterFirstDeletionOfOperatorThatDied() throws IOException {
        install(NAMESPACE, AZURE);
        Set<String> cluster = objects(false);
        Set<String> namespaced = objects(true);
        try (FaultyProxy proxy = FaultyProxy.before(server);
                OperatorUnderTest first = startOperator(NAMESPACE, proxy.address(), SHORT)) {
            awaitAvailable(first, MANAGED);
            try (OperatorUnderTest second = startOperator(NAMESPACE, server.uri(), SHORT)) {
                second.awaitReady();
                proxy.afterAnswer(RemovalTakeoverIT::isDeletion, 0, first::kill);

                accepted(server.admin().delete(CLUSTER));
                await("the object to go")
                        .atMost(PATIENCE)
                        .untilAsserted(
                                () -> assertThat(server.admin().read(CLUSTER).status())
                                        .as(second.log())
                                        .isEqualTo(404));

                assertThat(proxy.count(RemovalTakeoverIT::isDeletion)).isEqualTo(1);
                assertThat(second.log()).doesNotContain(" ERROR ", "unexpected failure");
            }
        }
        cluster.remove("cloudcontrollermanager.ccmoperator.io/cluster");
        assertThat(objects(false)).isEqualTo(cluster);
        Set<String> left = new TreeSet<>(objects(true));
        left.removeAll(namespaced);
        assertThat(left).containsExactly("lease.coordination.k8s.io/cluster-cloud-controller-manager-leader");
        assertThat(requests(NAMESPACE)).noneMatch(request -> request.status() == 403);
    }

    private static boolean isDeletion(SeenRequest request) {
        return request.method().equals("DELETE");
    }
}
