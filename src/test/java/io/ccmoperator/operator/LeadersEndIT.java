// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.key;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.AVAILABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.kubelet.Program;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A program that refuses its configuration only when it leads: its rollout is complete before. */
@RequiresApiServer
@Tag("packaged")
class LeadersEndIT extends TakenBackScene {
    @ParameterizedTest(name = "{0} replicas, Lease of {1} s, ends {2} s after it leads")
    @CsvSource("2, 15, 1")
    void takesBackWhatOnlyLeaderRefuses(int replicas, int lease, int end) throws IOException {
        takeBack(replicas, lease, end);
    }

    @ParameterizedTest(name = "{0} replicas, Lease of {1} s, ends {2} s after it leads")
    @CsvSource({"1, 15, 1", "2, 137, 1", "1, 137, 1", "2, 15, 60", "1, 15, 60", "2, 137, 60"})
    @EnabledIfSystemProperty(
            named = "deadline.required",
            matches = "true",
            disabledReason = "takes as long as two Leases; run it with -Ddeadline.required=true")
    void takesBackWhatOnlyLeaderRefusesAfterSomeTime(int replicas, int lease, int end) throws IOException {
        takeBack(replicas, lease, end);
    }

    private void takeBack(int replicas, int lease, int end) throws IOException {
        kubelet.leadersEnd(Duration.ofSeconds(lease), pod -> Optional.empty(), LOG);
        install(Platform.AWS, replicas);
        // Two leaders end, and before each of them, and before one of the former configuration, a Lease expires.
        patience = PATIENCE.plusSeconds(3L * (lease + end));
        // A rollout that begins with the leader's Pod may last longer than its Lease. With one replica the Pod may
        // lead, and end, before it
        // counts as available.
        AtomicBoolean complete = new AtomicBoolean(replicas == 1);
        kubelet.leadersEnd(
                Duration.ofSeconds(lease),
                pod -> Optional.of(Duration.ofSeconds(end))
                        .filter(after -> complete.get() && deployment.has("second", pod)),
                LOG);
        long begin = System.nanoTime();

        configure("second");

        awaitStep("the rollout", () -> deployment.has("second") && (replicas == 1 || deployment.isRolledOut()));
        complete.set(true);
        double rolledOut = (System.nanoTime() - begin) / 1e9;
        awaitStep("Available", () -> message(AVAILABLE).startsWith("no replica of Deployment "));
        assertThatCondition(cluster.clusterOperator(), AVAILABLE).isFalse();
        awaitStep("the way back", () -> deployment.mounted().equals("cloud-conf-a"));
        System.out.printf(
                "%d replicas, Lease of %d s, ends %d s after it leads: rolled out after %.0f s, taken back after %.0f s%n",
                replicas, lease, end, rolledOut, (System.nanoTime() - begin) / 1e9);
        awaitTakenBack(SOURCE);
        assertThat(deployment.generation()).as("there and back").isEqualTo(3);
    }

    @Test
    void keepsFormerCopyUntilPodHasLed() throws IOException {
        kubelet.leadersEnd(Duration.ofSeconds(15), pod -> Optional.empty(), LOG);
        install(Platform.AWS, 2);
        kubelet.program(Program.WORKS);
        long begin = System.nanoTime();

        configure("second");

        awaitConverged("second");
        assertThat(exists("cloud-conf-a")).as("before a Pod has led").isTrue();
        awaitStep("the proof", () -> !exists("cloud-conf-a"));
        assertThat((System.nanoTime() - begin) / 1e9).isGreaterThan(75);
        assertThat(deployment.generation())
                .as("one rollout, and no other write")
                .isEqualTo(2);
    }

    private static boolean exists(String copy) {
        return !cluster.live(key("v1", "ConfigMap", copy)).tree().isEmpty();
    }
}
