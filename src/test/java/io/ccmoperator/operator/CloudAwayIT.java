// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.kubelet.Program;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** While no Pod can reach its cloud, nothing is taken back, or once, and all Pods work when the cloud is there again. */
@RequiresApiServer
@Tag("packaged")
class CloudAwayIT extends TakenBackScene {
    private final Duration away = Duration.ofMinutes(Integer.getInteger("taken-back.minutes", 1));

    @Test
    void staysWhereItIsWhileCloudIsAway() throws IOException {
        stayWhereItIs(2);
    }

    @Test
    @Tag("long")
    void staysWhereItsOnlyReplicaIsWhileCloudIsAway() throws IOException {
        stayWhereItIs(1);
    }

    private void stayWhereItIs(int replicas) throws IOException {
        install(Platform.AWS, replicas);
        configure("second");
        awaitStep("a Pod of it", () -> deployment.pods().stream().anyMatch(pod -> deployment.has("second", pod)));
        long before = deployment.generation();

        kubelet.program(ENDS);
        kubelet.endAll(255, LOG);

        awaitStep("the words", () -> message(DEGRADED).contains(WORDS));
        long wayBackAndTrials = 1 + 2 * (away.toMinutes() / 10);
        await("nothing more than a way back, and there and back every ten minutes")
                .during(away)
                .atMost(away.plus(PATIENCE))
                .pollInterval(Duration.ofSeconds(1))
                .failFast("another rollout", () -> deployment.generation() > before + wayBackAndTrials)
                .until(() -> deployment.generation() <= before + wayBackAndTrials);
        System.out.printf(
                "cloud away for %d min, AWS, %d replicas: generation +%d%n",
                away.toMinutes(), replicas, deployment.generation() - before);
        assertThatCondition(cluster.clusterOperator(), DEGRADED).isTrue();
        assertThat(message(DEGRADED)).contains(WORDS);

        kubelet.program(Program.WORKS);

        awaitStep("Pods that work", deployment::isRolledOut);
    }
}
