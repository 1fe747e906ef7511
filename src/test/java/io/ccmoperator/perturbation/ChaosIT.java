// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.PlantedSecrets;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.faults.FaultyProxy;
import io.ccmoperator.operator.Images;
import io.ccmoperator.operator.OpenShiftCluster;
import io.ccmoperator.operator.OperatorUnderTest;
import io.ccmoperator.operator.Platform;
import io.ccmoperator.operator.TourStops;
import io.ccmoperator.operator.Workloads;
import io.ccmoperator.status.ConditionAssert;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Disturbs a cluster at random for a time that the system property {@code chaos.seconds} gives (20). {@code chaos.seed} gives the
 * same sequence again; what it meets depends on the time.
 */
@RequiresApiServer
@Tag("packaged")
@Tag("disturbed")
class ChaosIT {
    /** Of objects, for one disturbance: some make the operator start, which writes nothing on a converged cluster. */
    private static final int WRITES_PER_DISTURBANCE = 12;

    private static final Duration RECOVERY = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    private final long seed = Long.getLong("chaos.seed", System.nanoTime() % 1_000_000);
    private final Duration length = Duration.ofSeconds(Integer.getInteger("chaos.seconds", 20));

    @Test
    void convergesAfterRandomDisturbances() throws IOException {
        Optional<FakeClock> clock = FakeClock.in(folder);
        try (OpenShiftCluster cluster = OpenShiftCluster.start(Files.createDirectory(folder.resolve("cluster")));
                FaultyProxy proxy = FaultyProxy.before(cluster.server())) {
            new TourStops(cluster).infrastructure(Platform.AZURE);
            Chaos.setLogLevel(cluster);
            cluster.input("Secret", "azure-cloud-credentials", "stringData: {key: " + PlantedSecrets.VALUE + "}");
            Credentials credentials =
                    new Credentials(folder, proxy, cluster.server().certificate());
            Path kubeconfig = credentials.kubeconfig();
            Path systemBundle = Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5"));
            Images images = Images.of(folder, "1");
            try (SupervisedOperator operator = new SupervisedOperator(() -> OperatorUnderTest.start(
                    folder,
                    OpenShiftCluster.VERSION,
                    clock.map(FakeClock::environment).orElse(Map.of()),
                    List.of("*"),
                    "--kubeconfig=" + kubeconfig,
                    images.flag(),
                    "--system-trust-bundle=" + systemBundle,
                    "--leader-elect-lease-duration=6s",
                    "--leader-elect-renew-deadline=4s",
                    "--leader-elect-retry-period=1s"))) {
                awaitConverged(cluster, operator);
                Snapshot before = Snapshot.of(cluster.admin());
                Collection<Object> conditions = ConditionAssert.types(cluster.clusterOperator());
                proxy.forget();
                Chaos chaos = new Chaos(cluster, proxy, operator, credentials, clock, new Random(seed));

                long end = System.nanoTime() + length.toNanos();
                int disturbances = 0;
                for (; System.nanoTime() < end; disturbances++) {
                    chaos.disturb();
                    chaos.pause();
                }
                chaos.end();

                long chaosEnd = System.nanoTime();
                awaitObjects(before, cluster, operator);
                long writes = proxy.count(Harness::isObjectWrite);
                System.out.printf(
                        "Chaos, seed %d, %d s: %d disturbances %s, clock %s, %d processes, %d configurations taken back, %d writes of objects, converged after %.1f s%n",
                        seed,
                        length.toSeconds(),
                        disturbances,
                        chaos.counts(),
                        clock.isPresent() ? "jumps" : "not faked (no libfaketime)",
                        operator.starts(),
                        chaos.takenBack(),
                        writes,
                        (System.nanoTime() - chaosEnd) / 1e9);

                assertThat(chaos.lostLabels()).isEmpty();
                assertThat(ConditionAssert.types(cluster.clusterOperator()))
                        .containsExactlyInAnyOrderElementsOf(conditions);
                assertThat(writes).as("writes").isLessThan((long) disturbances * WRITES_PER_DISTURBANCE + 30);
                assertThat(operator.log()).as("seed %d", seed).doesNotContain("unexpected failure");
            }
        }
    }

    private static void awaitConverged(OpenShiftCluster cluster, SupervisedOperator operator) {
        await("readiness").atMost(RECOVERY).until(() -> operator.process().health("/readyz") == 200);
        cluster.awaitAvailable();
    }

    private void awaitObjects(Snapshot expected, OpenShiftCluster cluster, SupervisedOperator operator) {
        await("the same objects as before, seed " + seed)
                .atMost(RECOVERY)
                .pollInterval(Duration.ofMillis(500))
                .untilAsserted(() -> {
                    operator.process();
                    Workloads workloads = new Workloads(cluster.admin());
                    workloads.rollOut();
                    // The copy of the configuration before is kept until the last one is proven.
                    workloads.lead();
                    assertThat(expected.withFirstNameOfCopy()
                                    .differences(Snapshot.of(cluster.admin()).withFirstNameOfCopy()))
                            .isEmpty();
                });
    }
}
