// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.AVAILABLE;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static io.ccmoperator.status.ConditionType.UPGRADEABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Input that only a change can fix, while one operator runs: it reports that at once, and continues as soon as it is fixed. */
@RequiresApiServer
@Tag("packaged")
class BadInputIT {
    private static final String BECAUSE = "Failed to resync for operator: 4.20.0 because ";

    private static OpenShiftCluster cluster;
    private static Images images;
    private static OperatorUnderTest operator;

    @BeforeAll
    static void start(@TempDir Path data, @TempDir Path folder) {
        cluster = OpenShiftCluster.startPermissive(data);
        images = Images.of(folder, "1");
        cluster.platform(Platform.AWS);
        cluster.syncControllersWork();
        operator = OperatorUnderTest.start(
                folder, OpenShiftCluster.VERSION, cluster.kubeconfig(Account.FIRST), images.flag());
    }

    @AfterAll
    static void stop() {
        if (operator != null) {
            operator.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    @BeforeEach
    void allIsWell() {
        cluster.platform(Platform.AWS);
        images.write(Images.all("1"));
        cluster.awaitAvailable();
    }

    @Test
    void degradesWhenImagesFileDoesNotExist() {
        images.delete();

        assertThatItDegrades(images.file() + ": does not exist");
        images.write(Images.all("1"));
        assertThatItRecovers();
    }

    @Test
    void degradesWhenImagesFileIsInvalid() {
        images.write("{\"cloudControllerManagerAWS\": ");

        assertThatItDegrades(images.file().toString());
        images.write(Images.all("1"));
        assertThatItRecovers();
    }

    @Test
    void degradesWhenImagesFileLacksKeyOfPlatform() {
        Map<String, Object> lacking = Images.all("1");
        lacking.remove("cloudControllerManagerAWS");
        images.write(lacking);

        assertThatItDegrades("cloudControllerManagerAWS");
        images.write(Images.all("1"));
        assertThatItRecovers();
    }

    @Test
    void degradesWhenInfrastructureHasNoPlatform() {
        cluster.infrastructure("{}", "cpuPartitioning: None");

        assertThatItDegrades("status.platformStatus");
        cluster.platform(Platform.AWS);
        assertThatItRecovers();
    }

    @Test
    void isAvailableOnUnknownPlatform() {
        cluster.infrastructure("{}", "platformStatus: {type: Moon}");

        await("nothing to be there")
                .atMost(PATIENCE)
                .until(() -> new Workloads(cluster.admin()).images().isEmpty());
        cluster.awaitAvailable();
        assertThatCondition(cluster.clusterOperator(), UPGRADEABLE).isTrue();
    }

    private static void assertThatItDegrades(String cause) {
        await("degraded by " + cause)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThatCondition(cluster.clusterOperator(), DEGRADED)
                        .isTrue()
                        .hasReason("SyncingFailed"));
        KubernetesObject live = cluster.clusterOperator();
        String message = message(live, "Degraded");
        assertThat(message).startsWith(BECAUSE).contains(cause).doesNotContain("\n", "Exception");
        assertThatCondition(live, UPGRADEABLE)
                .isFalse()
                .hasReason("SyncingFailed")
                .hasMessage(message.substring(BECAUSE.length()));
        assertThatCondition(live, AVAILABLE).isTrue();
    }

    private static void assertThatItRecovers() {
        cluster.awaitAvailable();
        assertThatCondition(cluster.clusterOperator(), UPGRADEABLE).isTrue().hasReason("AsExpected");
    }

    private static String message(KubernetesObject live, String type) {
        return live.fields().maps("status", "conditions").stream()
                .filter(condition -> type.equals(condition.get("type")))
                .map(condition -> String.valueOf(condition.get("message")))
                .findFirst()
                .orElseThrow();
    }
}
