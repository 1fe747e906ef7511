// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.PlantedSecrets;
import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.operator.Images;
import io.ccmoperator.operator.OpenShiftCluster;
import io.ccmoperator.operator.OperatorUnderTest;
import io.ccmoperator.operator.Platform;
import io.ccmoperator.operator.TourStops;
import io.ccmoperator.operator.Workloads;
import io.ccmoperator.perturbation.Scenario.Release;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Conditions over what happens in healthy clusters, by the rules of OpenShift's end-to-end tests. */
@RequiresApiServer
@Tag("packaged")
class FlappingIT {
    private static final Duration SOME_TIME = Duration.ofSeconds(3);
    private static final String LEADS = "held by this process";

    @TempDir
    Path folder;

    private OpenShiftCluster cluster;

    @Test
    void keepsConditionsThroughHealthyUpgradeRebootLeaderChangeAndApiServerRollout() throws IOException {
        try (OpenShiftCluster started = OpenShiftCluster.start(Files.createDirectory(folder.resolve("cluster")))) {
            cluster = started;
            new TourStops(cluster).infrastructure(Platform.AZURE);
            cluster.input("Secret", "azure-cloud-credentials", "stringData: {key: " + PlantedSecrets.VALUE + "}");
            try (OperatorUnderTest first = start(Account.FIRST, Release.CURRENT).awaitLog(LEADS)) {
                cluster.awaitAvailable();
                try (ConditionHistory history = new ConditionHistory(cluster.admin())) {
                    await("the conditions")
                            .atMost(OpenShiftCluster.PATIENCE)
                            .until(() -> !history.of("Available").isEmpty());
                    history.beginAgain();
                    reboot(history);
                    changeLeader(first, history);
                }
            }
        }
    }

    /** A node restarts and another one joins: neither is progress, nor a failure. */
    private void reboot(ConditionHistory history) {
        Workloads workloads = new Workloads(cluster.admin());
        for (int node = 0; node < 2; node++) {
            workloads.reboot();
            assertThatNothingChanges(history);
            workloads.rollOut();
            assertThatNothingChanges(history);
        }
    }

    private void changeLeader(OperatorUnderTest first, ConditionHistory history) {
        try (OperatorUnderTest second = start(Account.SECOND, Release.CURRENT)) {
            second.awaitReady();
            first.terminate();
            second.awaitLog(LEADS);
            assertThatNothingChanges(history);

            cluster.server().stop();
            cluster.server().startAgain();
            assertThatNothingChanges(history);

            upgrade(second, history);
        }
    }

    /** The Deployment of the operator is rolled out, then that of the cloud controller manager. */
    private void upgrade(OperatorUnderTest former, ConditionHistory history) {
        cluster.featureGatesOf(Release.NEXT.version());
        try (OperatorUnderTest next = start(Account.FIRST, Release.NEXT)) {
            next.awaitReady();
            former.terminate();
            await("progress")
                    .atMost(OpenShiftCluster.PATIENCE)
                    .until(() -> history.of("Progressing").size() == 2);
            Workloads workloads = new Workloads(cluster.admin());
            workloads.reboot();
            cluster.awaitAvailable();
            assertThat(history.of("Available")).containsExactly("True");
            assertThat(history.of("Degraded")).containsExactly("False");
            assertThat(history.of("Upgradeable")).containsExactly("True");
            assertThat(history.of("CloudConfigControllerAvailable")).containsExactly("True");
            assertThat(history.of("CloudConfigControllerDegraded")).containsExactly("False");
            assertThat(history.of("TrustedCABundleControllerControllerAvailable"))
                    .containsExactly("True");
            assertThat(history.of("TrustedCABundleControllerControllerDegraded"))
                    .containsExactly("False");
            assertThat(history.of("Progressing")).containsExactly("False", "True", "False");
            assertThat(next.log()).doesNotContain(" ERROR ");
        }
    }

    private void assertThatNothingChanges(ConditionHistory history) {
        await("some time without a change")
                .during(SOME_TIME)
                .atMost(SOME_TIME.multipliedBy(4))
                .untilAsserted(() -> {
                    assertThat(history.of("Available")).containsExactly("True");
                    assertThat(history.of("Progressing")).containsExactly("False");
                    assertThat(history.of("Degraded")).containsExactly("False");
                    assertThat(history.of("Upgradeable")).containsExactly("True");
                });
    }

    private OperatorUnderTest start(Account account, Release release) {
        try {
            return OperatorUnderTest.start(
                    folder,
                    release.version(),
                    List.of("*"),
                    cluster.kubeconfig(account),
                    Images.of(Files.createDirectories(folder.resolve(release.version())), release.tag())
                            .flag(),
                    "--system-trust-bundle="
                            + Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
