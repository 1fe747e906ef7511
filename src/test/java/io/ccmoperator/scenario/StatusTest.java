// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.scenario;

import static io.ccmoperator.YamlText.tree;
import static io.ccmoperator.scenario.Scenario.PATIENCE;
import static io.ccmoperator.scenario.Scenario.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.operator.Platform;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The ClusterOperator cloud-controller-manager. */
@Timeout(120)
class StatusTest {
    private Scenario scenario;

    @BeforeEach
    void start(@TempDir Path folder) {
        scenario = Scenario.start(new InMemoryServerResource(), Platform.AWS, folder);
    }

    @AfterEach
    void stop() {
        scenario.close();
    }

    @Test
    void isProgressingUntilWorkloadsAreRolledOut() {
        await("Progressing").atMost(PATIENCE).until(() -> scenario.is("Progressing", "True"));

        scenario.awaitConverged(Platform.AWS);
    }

    @Test
    void recreatesDeletedClusterOperatorWithAllConditions() {
        scenario.awaitConverged(Platform.AWS);
        KubernetesObject before = scenario.clusterOperator();

        scenario.cluster().delete(before);

        await("all conditions")
                .atMost(PATIENCE)
                .until(() -> scenario.cluster()
                        .find(before)
                        .filter(live -> types(live).equals(types(before)))
                        .isPresent());
        assertThat(scenario.clusterOperator().fields().string("metadata", "uid"))
                .isNotEqualTo(before.fields().string("metadata", "uid"));
        scenario.awaitAvailable();
    }

    @Test
    void keepsConditionsOfOthersAndRevertsItsOwn() {
        scenario.awaitConverged(Platform.AWS);
        List<Map<String, Object>> conditions =
                new ArrayList<>(scenario.clusterOperator().fields().maps("status", "conditions"));
        conditions.removeIf(condition -> condition.get("type").equals("Available"));
        conditions.add(tree("{type: OfOthers, status: 'True', lastTransitionTime: '2026-01-01T00:00:00Z'}"));

        KubernetesObject clusterOperator = scenario.clusterOperator();
        Map<String, Object> status = clusterOperator.fields().map("status");
        status.put("conditions", conditions);
        scenario.cluster().putStatus(clusterOperator, status);

        scenario.awaitAvailable();
        assertThat(scenario.is("OfOthers", "True")).isTrue();
    }

    @Test
    void followsTopology() {
        scenario.awaitConverged(Platform.AWS);

        scenario.infrastructure(Platform.AWS, "SingleReplica");

        KubernetesObject deployment = object("apps/v1", "Deployment", "aws-cloud-controller-manager");
        await("one replica")
                .atMost(PATIENCE)
                .until(() -> scenario.cluster()
                        .live(deployment)
                        .fields()
                        .at("spec", "replicas")
                        .equals(1L));
    }

    private static List<Object> types(KubernetesObject clusterOperator) {
        return clusterOperator.fields().maps("status", "conditions").stream()
                .map(condition -> condition.get("type"))
                .sorted()
                .toList();
    }
}
