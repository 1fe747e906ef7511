// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.faults.SeenRequest;
import io.ccmoperator.operator.OperatorUnderTest;
import io.ccmoperator.operator.Platform;
import io.ccmoperator.operator.TourStops;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults between one operator and the API server, while an object has to be repaired: the process continues, does not ask without
 * pause, and repairs. On the executable, or where the system property {@code faults.seconds} (8) gives the length of a fault.
 */
@RequiresApiServer
@EnabledIf(
        value = "isSelected",
        disabledReason = "measured on the executable: give Maven -Dnative, or -Dfaults.seconds=8")
@Tag("packaged")
class FaultsIT {
    private static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", "aws-cloud-controller-manager");

    /** Each of some 20 watches tries again about once a second, and at once where its connection ends with the answer to a write. */
    private static final double MOST_REQUESTS_PER_SECOND = 100;

    private static final List<String> ROWS = new ArrayList<>();

    private static Harness harness;
    private static OperatorUnderTest operator;
    private static long pid;

    static boolean isSelected() {
        return PackagedProgram.isExecutable() || System.getProperty("faults.seconds") != null;
    }

    static List<Fault> faults() {
        return Fault.all();
    }

    @BeforeAll
    static void start(@TempDir Path folder) throws IOException {
        harness = Harness.start(folder);
        new TourStops(harness.cluster()).infrastructure(Platform.AWS);
        operator = harness.startOperator(
                Scenario.Release.CURRENT,
                // The Lease is renewed between two faults.
                "--leader-elect-lease-duration=137s",
                "--leader-elect-renew-deadline=107s",
                "--leader-elect-retry-period=2s");
        pid = operator.pid();
        new Convergence(harness, Scenarios.convergence(Platform.AWS)).await(operator);
    }

    @AfterAll
    static void stop() {
        System.out.printf("%-24s %14s %14s%n", "fault", "recovery in s", "requests in 1 s");
        ROWS.forEach(System.out::println);
        if (operator != null) {
            operator.close();
        }
        if (harness != null) {
            harness.close();
        }
    }

    @ParameterizedTest
    @MethodSource("faults")
    void recoversFrom(Fault fault) {
        Duration length = Duration.ofSeconds(Integer.getInteger("faults.seconds", 8));
        harness.proxy().forget();
        long begin = System.nanoTime();
        fault.begin().accept(harness);
        if (!fault.name().equals("API server stopped")) {
            harness.cluster().delete(DEPLOYMENT);
        }

        await("the process to live through " + fault)
                .atMost(length.plus(PATIENCE))
                .during(length)
                .untilAsserted(() -> assertThat(operator.health("/healthz"))
                        .as(operator.log())
                        .isEqualTo(200));
        double perSecond = harness.proxy().count(SeenRequest.ANY) / seconds(begin);
        fault.end().accept(harness);

        long end = System.nanoTime();
        await("the Deployment")
                .atMost(PATIENCE)
                .until(() -> !harness.cluster().live(DEPLOYMENT).tree().isEmpty());
        harness.cluster().awaitAvailable();
        operator.awaitReady();
        ROWS.add(String.format("%-24s %14.1f %14.1f", fault, seconds(end), perSecond));
        assertThat(perSecond).as("requests in a second").isLessThan(MOST_REQUESTS_PER_SECOND);
        assertThat(operator.pid()).isEqualTo(pid);
        assertThat(operator.log()).doesNotContain(" ERROR ", "unexpected failure");
    }

    private static double seconds(long since) {
        return (System.nanoTime() - since) / 1e9;
    }
}
