// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two processes and one Lease. */
@RequiresApiServer
@Tag("packaged")
class LeadershipIT {
    private static final String LEADS = "held by this process";
    private static final String FOLLOWS = "cluster-cloud-controller-manager-leader: held by ";
    private static final KubernetesObject DEPLOYMENT =
            OpenShiftCluster.key("apps/v1", "Deployment", "aws-cloud-controller-manager");
    private static final String[] SHORT = {
        "--leader-elect-lease-duration=6s", "--leader-elect-renew-deadline=4s", "--leader-elect-retry-period=1s"
    };

    private static OpenShiftCluster cluster;
    private static Images images;

    @TempDir
    static Path folder;

    @BeforeAll
    static void startCluster(@TempDir Path data) {
        cluster = OpenShiftCluster.start(data);
        images = Images.of(folder, "1");
        cluster.platform(Platform.AWS);
    }

    @AfterAll
    static void stopCluster() {
        if (cluster != null) {
            cluster.close();
        }
    }

    @BeforeEach
    void letTheOthersWork() {
        cluster.syncControllersWork();
    }

    @AfterEach
    void emptyTheCluster() {
        cluster.clear();
    }

    @Test
    void writesAsLeaderOnlyAndTakesOverWhenLeaderIsKilled() {
        int before = cluster.requests(Account.SECOND).size();
        try (OperatorUnderTest leader = start(Account.FIRST, SHORT).awaitLog(LEADS);
                OperatorUnderTest follower = start(Account.SECOND, SHORT).awaitLog(FOLLOWS)) {
            cluster.awaitAvailable();
            deleteAndAwaitAnother();
            assertThat(cluster.requests(Account.SECOND).stream().skip(before))
                    .isNotEmpty()
                    .noneMatch(AuditedRequest::hasWritten);
            follower.awaitReady();
            assertThat(follower.health("/healthz")).isEqualTo(200);

            leader.kill();

            follower.awaitLog(LEADS);
            deleteAndAwaitAnother();
            assertThat(cluster.requests(Account.SECOND).stream().skip(before)).anyMatch(AuditedRequest::hasWritten);
        }
    }

    /** By the usual durations, by which another Pod waits for more than two minutes. */
    @Test
    void leadsAgainAtOnceWhenItsContainerIsRestarted() {
        String pod = UUID.randomUUID().toString();
        try (OperatorUnderTest killed = startInPod(pod, Account.FIRST).awaitLog(LEADS)) {
            cluster.awaitAvailable();
            killed.kill();
        }
        try (OperatorUnderTest restarted = startInPod(pod, Account.FIRST).awaitLog(LEADS)) {
            deleteAndAwaitAnother();
            assertThat(cluster.lease().fields().string("spec", "holderIdentity"))
                    .endsWith("_" + pod);
            assertThat(restarted.log()).doesNotContain("ERROR");
        }
    }

    @Test
    void endsWhenAnotherProcessOfItsPodLeads() {
        String pod = UUID.randomUUID().toString();
        try (OperatorUnderTest first = startInPod(pod, Account.FIRST).awaitLog(LEADS);
                OperatorUnderTest second = startInPod(pod, Account.SECOND).awaitLog(LEADS)) {
            assertThat(first.exitCode()).isEqualTo(1);
            assertThat(first.log()).contains("is lost: it is held by another process of this Pod");
            deleteAndAwaitAnother();
            assertThat(second.log()).doesNotContain("ERROR");
        }
    }

    @Test
    void leavesLeaseOfLeaderAndSaysNothingOfItWhenFollowerEnds() {
        try (OperatorUnderTest leader = start(Account.FIRST).awaitLog(LEADS);
                OperatorUnderTest follower = start(Account.SECOND).awaitLog(FOLLOWS)) {
            follower.terminate();

            assertThat(follower.exitCode()).isZero();
            assertThat(follower.log()).doesNotContain("released", "ERROR");
            assertThat(leader.log()).doesNotContain("released");
        }
    }

    @Test
    @Tag("jar")
    void handsOverAtOnceOnTermination() {
        // By the usual durations another one waits for more than two minutes.
        try (OperatorUnderTest leader = start(Account.FIRST).awaitLog(LEADS);
                OperatorUnderTest follower = start(Account.SECOND).awaitLog(FOLLOWS)) {
            cluster.awaitAvailable();

            leader.terminate();

            assertThat(leader.exitCode()).isZero();
            await("the other to lead")
                    .atMost(Duration.ofSeconds(10))
                    .until(() -> follower.log().contains(LEADS));
            deleteAndAwaitAnother();
            assertThat(leader.log()).doesNotContain("ERROR", "WARN");
        }
    }

    @Test
    void exitsWithCodeOneWhenLeaseIsLost() {
        try (OperatorUnderTest leader = start(Account.FIRST).awaitLog(LEADS)) {
            cluster.awaitAvailable();
            KubernetesObject lease = cluster.lease();

            cluster.edit(lease, live -> live.fields().map("spec").put("holderIdentity", "another-process"));

            assertThat(leader.exitCode()).isEqualTo(1);
            assertThat(leader.log()).contains("the process ends: ").doesNotContain("Exception");
            assertThat(cluster.lease().fields().string("spec", "holderIdentity"))
                    .isEqualTo("another-process");
        }
    }

    private static OperatorUnderTest startInPod(String uid, Account account) {
        return OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                Map.of("POD_UID", uid),
                List.of("ccm"),
                cluster.kubeconfig(account),
                images.flag());
    }

    private static OperatorUnderTest start(Account account, String... lease) {
        return OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                Stream.concat(Stream.of(cluster.kubeconfig(account), images.flag()), Stream.of(lease))
                        .toArray(String[]::new));
    }

    private static void deleteAndAwaitAnother() {
        Object uid = live().fields().at("metadata", "uid");
        cluster.delete(DEPLOYMENT);
        await("another Deployment")
                .atMost(PATIENCE)
                .until(() ->
                        !List.of("", uid.toString()).contains(live().fields().string("metadata", "uid")));
    }

    private static KubernetesObject live() {
        return cluster.object("apps/v1", "Deployment", "aws-cloud-controller-manager");
    }
}
