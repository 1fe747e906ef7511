// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.certificates.Certificates;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The data of etcd are replaced by those of a backup while an operator runs: resource versions go back, and objects become what they were. */
@RequiresApiServer
@Tag("packaged")
@Tag("genuine")
class RestoredBackupIT {
    private static final KubernetesObject DEPLOYMENT =
            key("apps/v1", "Deployment", "openstack-cloud-controller-manager");
    private static final KubernetesObject CLOUD_CONF = key("v1", "ConfigMap", "cloud-conf");

    @TempDir
    Path data;

    @TempDir
    Path folder;

    @Test
    void followsRestoredCluster() throws IOException {
        try (OpenShiftCluster cluster = OpenShiftCluster.start(data)) {
            cluster.platform(Platform.OPEN_STACK);
            cluster.input("Secret", "openstack-cloud-credentials", "stringData: {clouds.yaml: 'clouds: {}'}");
            TourStops user = new TourStops(cluster);
            user.infrastructure(Platform.OPEN_STACK);
            try (OperatorUnderTest operator = OperatorUnderTest.start(
                    folder,
                    OpenShiftCluster.VERSION,
                    List.of("*"),
                    cluster.kubeconfig(Account.FIRST),
                    Images.of(folder, "1").flag(),
                    "--system-trust-bundle="
                            + Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5")))) {
                configure(user, "before");
                awaitRegion(cluster, "before");
                await("the Deployment").atMost(PATIENCE).until(() -> exists(cluster, DEPLOYMENT));
                cluster.server().backUp();

                for (int edit = 0; edit < 10; edit++) {
                    configure(user, "edit-" + edit);
                    awaitRegion(cluster, "edit-" + edit);
                }
                cluster.delete(DEPLOYMENT);
                await("another Deployment").atMost(PATIENCE).until(() -> exists(cluster, DEPLOYMENT));
                String later = version(cluster, DEPLOYMENT);

                cluster.server().restore();

                assertThat(Long.parseLong(version(cluster, DEPLOYMENT))).isLessThan(Long.parseLong(later));
                awaitRegion(cluster, "before");
                configure(user, "after");
                awaitRegion(cluster, "after");
                cluster.delete(DEPLOYMENT);
                await("the Deployment again").atMost(PATIENCE).until(() -> exists(cluster, DEPLOYMENT));
                assertThat(operator.log()).doesNotContain("ERROR");
            }
        }
    }

    private static void configure(TourStops user, String region) {
        user.userConfigMap("cloud-provider-config", Map.of("cloud.conf", "[Global]\nregion = " + region + "\n"));
    }

    private static void awaitRegion(OpenShiftCluster cluster, String region) {
        await("region " + region)
                .atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(cluster.live(CLOUD_CONF).fields().string("data", "cloud.conf"))
                                .contains(region));
    }

    private static boolean exists(OpenShiftCluster cluster, KubernetesObject object) {
        return !cluster.live(object).tree().isEmpty();
    }

    private static String version(OpenShiftCluster cluster, KubernetesObject object) {
        return cluster.live(object).fields().string("metadata", "resourceVersion");
    }
}
