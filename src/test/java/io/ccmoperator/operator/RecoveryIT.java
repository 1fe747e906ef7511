// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An API server that is absent for a while. */
@RequiresApiServer
@Tag("packaged")
class RecoveryIT {
    private static final KubernetesObject DEPLOYMENT =
            OpenShiftCluster.key("apps/v1", "Deployment", "aws-cloud-controller-manager");

    @TempDir
    Path data;

    @TempDir
    Path folder;

    @Test
    void waitsForApiServerAndSurvivesItsOutageWithoutRestart() {
        try (OpenShiftCluster cluster = OpenShiftCluster.start(data)) {
            cluster.platform(Platform.AWS);
            cluster.syncControllersWork();
            Images images = Images.of(folder, "1");
            cluster.server().stop();
            try (OperatorUnderTest operator = OperatorUnderTest.start(
                    folder, OpenShiftCluster.VERSION, cluster.kubeconfig(Account.FIRST), images.flag())) {
                await("the endpoints").atMost(PATIENCE).until(() -> operator.health("/healthz") == 200);
                assertThat(operator.health("/readyz")).isEqualTo(503);

                cluster.server().startAgain();
                cluster.awaitAvailable();
                operator.awaitReady();

                cluster.server().stop();
                assertThat(operator.health("/healthz")).isEqualTo(200);
                cluster.server().startAgain();
                cluster.delete(DEPLOYMENT);
                await("another Deployment")
                        .atMost(PATIENCE)
                        .until(() -> !cluster.live(DEPLOYMENT).tree().isEmpty());
                cluster.awaitAvailable();
                operator.awaitReady();
                assertThat(operator.log()).doesNotContain("ERROR");

                operator.terminate();
                assertThat(operator.exitCode()).isZero();
            }
        }
    }

    /** Its controllers wait for their informers then. */
    @Test
    void endsWithoutTraceWhenTerminatedBeforeApiServerAnswers() {
        try (OpenShiftCluster cluster = OpenShiftCluster.start(data)) {
            cluster.server().stop();
            try (OperatorUnderTest operator = OperatorUnderTest.start(
                    folder,
                    OpenShiftCluster.VERSION,
                    cluster.kubeconfig(Account.FIRST),
                    Images.of(folder, "1").flag())) {
                await("the endpoints").atMost(PATIENCE).until(() -> operator.health("/healthz") == 200);

                operator.terminate();

                assertThat(operator.exitCode()).isZero();
                assertThat(operator.log()).doesNotContain("Exception", "\tat ");
            }
        }
    }

    /** Whatever it has done of its start: the times are those of the processor. Before main, a signal is the virtual machine's. */
    @ParameterizedTest
    @ValueSource(ints = {10, 100, 200, 400, 600, 900, 1200, 1600, 2000})
    void endsWithoutTraceWhenTerminatedDuringItsStart(int millis) {
        try (OpenShiftCluster cluster = OpenShiftCluster.start(data);
                OperatorUnderTest operator = OperatorUnderTest.start(
                        folder,
                        OpenShiftCluster.VERSION,
                        cluster.kubeconfig(Account.FIRST),
                        Images.of(folder, "1").flag())) {
            ProcessHandle process = ProcessHandle.of(operator.pid()).orElseThrow();
            await("the processor's time")
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> operator.health("/readyz") == 200
                            || process.info()
                                            .totalCpuDuration()
                                            .orElse(Duration.ZERO)
                                            .toMillis()
                                    >= millis);

            operator.terminate();

            int exitCode = operator.exitCode();
            assertThat(operator.log()).doesNotContain("Exception", "\tat ");
            assertThat(exitCode).isEqualTo(operator.log().isEmpty() && exitCode == 143 ? 143 : 0);
        }
    }
}
