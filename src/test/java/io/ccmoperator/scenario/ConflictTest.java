// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.scenario;

import static io.ccmoperator.scenario.Scenario.PATIENCE;
import static io.ccmoperator.scenario.Scenario.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.deployment.devmode.mock.ApiServerDispatcher;
import io.ccmoperator.operator.Platform;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Writes that are in conflict (409) with those of other clients are repeated on what the others wrote. */
@Timeout(120)
class ConflictTest {
    private static final String DEPLOYMENTS = "/apis/apps/v1/namespaces/" + Scenario.MANAGED + "/deployments/";
    private static final String CONFIG_MAPS = "/api/v1/namespaces/" + Scenario.MANAGED + "/configmaps/";
    private static final String CLUSTER_OPERATOR =
            "/apis/config.openshift.io/v1/clusteroperators/cloud-controller-manager";

    private final RacingDispatcher dispatcher = new RacingDispatcher();
    private Scenario scenario;

    @BeforeEach
    void start(@TempDir Path folder) {
        InMemoryServerResource server = new InMemoryServerResource() {
            @Override
            protected ApiServerDispatcher dispatcher() {
                return dispatcher;
            }
        };
        scenario = Scenario.start(server, Platform.AWS, folder);
        scenario.awaitConverged(Platform.AWS);
    }

    @AfterEach
    void stop() {
        scenario.close();
    }

    @Test
    void revertsEditOfDeploymentThatOthersEditMeanwhile() {
        KubernetesObject deployment = object("apps/v1", "Deployment", "aws-cloud-controller-manager");
        dispatcher.race("PUT " + DEPLOYMENTS + deployment.name(), "racing");

        scenario.cluster().edit(deployment, live -> live.fields().map("spec").put("replicas", 7L));

        await("the edit to be reverted")
                .atMost(PATIENCE)
                .until(() -> scenario.cluster()
                        .live(deployment)
                        .fields()
                        .at("spec", "replicas")
                        .equals(2L));
        assertThat(dispatcher.codes()).containsExactly(409);
        assertThat(scenario.cluster().live(deployment).fields().map("metadata", "labels"))
                .containsEntry("racing", "other");
    }

    @Test
    void writesCloudConfThatOthersEditMeanwhile() {
        KubernetesObject cloudConf = object("v1", "ConfigMap", "cloud-conf");
        dispatcher.race("PUT " + CONFIG_MAPS + cloudConf.name(), "racing");

        scenario.userConfigMap("cloud-provider-config", Map.of("cloud.conf", "[Global]\nZone = second\n"));

        await("the new configuration")
                .atMost(PATIENCE)
                .until(() -> scenario.cluster()
                        .live(cloudConf)
                        .fields()
                        .string("data", "cloud.conf")
                        .contains("second"));
        assertThat(dispatcher.codes()).containsExactly(409);
    }

    @Test
    void reportsStatusThatOthersEditMeanwhile() {
        dispatcher.race("PATCH " + CLUSTER_OPERATOR + "/status", "racing");

        scenario.platform(Platform.GCP);

        scenario.awaitConverged(Platform.GCP);
        assertThat(dispatcher.codes()).containsExactly(409);
        assertThat(scenario.clusterOperator().fields().map("metadata", "labels"))
                .containsEntry("racing", "other");
    }
}
