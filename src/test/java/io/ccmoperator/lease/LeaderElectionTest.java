// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.LogLines;
import io.ccmoperator.cluster.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How leadership is gained and kept. */
class LeaderElectionTest {
    private final Scene scene = new Scene();

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void leadsAfterOneRequestInEmptyCluster() {
        Participant a = scene.started("a");

        assertThat(a.notifications).containsExactly("started");
        assertThat(a.leads()).isTrue();
        assertThat(a.connection.takeRequests()).containsExactly("create");
        assertThat(scene.server.spec("renewTime")).isEqualTo("2026-01-02T03:04:05.123456Z");
    }

    @Test
    void logsRefusalOnceUntilAnotherRequestSucceeds() {
        try (LogLines log = LogLines.of(LeaderElection.class)) {
            Participant a = scene.process("a");
            a.connection.fail(Fault.refusal(403));
            a.election.start();
            scene.seconds(300);
            assertThat(log.warnings())
                    .containsExactly("Lease ns/lease: create refused with 403", "Lease ns/lease: get refused with 403");

            a.connection.fail(Fault.NONE);
            scene.seconds(300);
            a.connection.fail(Fault.refusal(403));
            scene.seconds(60);

            assertThat(log.warnings().subList(2, log.warnings().size()))
                    .containsExactly(
                            "Lease ns/lease: replace refused with 403", "Lease ns/lease: get refused with 403");
        }
    }

    @Test
    void takesReleasedLeaseWithThreeRequests() {
        scene.server.new Connection()
                .create(Lease.createdBy("", Scene.SETTINGS, Participant.START).object(), null);

        Participant a = scene.started("a");

        assertThat(a.notifications).containsExactly("started");
        assertThat(a.connection.takeRequests()).containsExactly("create", "get", "replace");
        assertThat(scene.server.spec("leaseTransitions")).isEqualTo("1");
    }

    @Test
    void renewsEveryRetryPeriodWithOneRequest() {
        Participant a = scene.started("a");
        a.connection.takeRequests();

        scene.seconds(25);
        assertThat(a.connection.takeRequests()).isEmpty();
        scene.seconds(1);
        assertThat(a.connection.takeRequests()).containsExactly("replace");
        assertThat(scene.server.spec("renewTime")).isEqualTo("2026-01-02T03:04:31.123456Z");
        scene.seconds(2600);
        assertThat(a.connection.takeRequests()).hasSize(100).containsOnly("replace");
        assertThat(a.notifications).containsExactly("started");
        assertThat(scene.server.spec("leaseTransitions")).isEqualTo("0");
    }

    @Test
    void readsLeaseEveryRetryPeriodWhileLeaderRenews() {
        scene.started("a");
        Participant b = scene.started("b");
        assertThat(b.connection.takeRequests()).containsExactly("create", "get");

        scene.seconds(2600);

        assertThat(b.connection.takeRequests()).hasSize(100).containsOnly("get");
        assertThat(b.notifications).isEmpty();
        assertThat(b.leads()).isFalse();
    }

    @Test
    void replacesKilledLeaderWhenLeaseExpiresAfterObservedRenewal() {
        Participant a = scene.started("a");
        Participant b = scene.started("b");
        a.machine.kill();

        scene.seconds(136);
        assertThat(b.notifications).isEmpty();
        scene.seconds(1);
        assertThat(b.notifications).containsExactly("started");
        assertThat(scene.server.spec("holderIdentity")).isEqualTo("b");
        assertThat(scene.server.spec("leaseTransitions")).isEqualTo("1");
    }

    @Test
    void usesLeaseDurationOfHolder() {
        Participant a = scene.started("a");
        scene.server.edit(lease -> lease.fields().map("spec").put("leaseDurationSeconds", 300L));
        a.machine.kill();
        Participant b = scene.started("b");

        scene.seconds(299);
        assertThat(b.notifications).isEmpty();
        scene.seconds(1);
        assertThat(b.notifications).containsExactly("started");
    }

    @Test
    void ignoresLabelsOfLease() {
        Participant a = scene.started("a");
        Participant b = scene.started("b");
        a.machine.kill();
        scene.seconds(100);
        scene.server.edit(lease -> lease.fields().map("metadata").put("labels", Map.of("a", "b")));

        scene.seconds(37);

        assertThat(b.notifications).containsExactly("started");
        assertThat(scene.server.lease().orElseThrow().object().fields().map("metadata", "labels"))
                .containsEntry("a", "b");
    }

    @Test
    void takesReleasedLeaseAtOnceByWatch() {
        Participant a = scene.started("a");
        Participant b = scene.started("b");
        scene.server.watch(b.election::leaseChanged);
        scene.seconds(5);

        a.release(Duration.ofSeconds(10));
        scene.time.settle();

        assertThat(a.notifications).containsExactly("started", "released true");
        assertThat(b.notifications).containsExactly("started");
    }

    @Test
    void logsOtherHolderOnceThoughWatchIsFasterThanFirstRequest() {
        scene.started("a");
        Participant b = scene.process("b");
        scene.server.watch(b.election::leaseChanged);
        b.election.leaseChanged(scene.server.lease().orElseThrow().object());
        try (LogLines log = LogLines.of(LeaderElection.class)) {
            b.election.start();
            scene.seconds(100);

            assertThat(log.lines()).containsExactly("INFO Lease ns/lease: held by a");
        }
    }

    @Test
    void takesReleasedLeaseWithinRetryPeriodWithoutWatch() {
        Participant a = scene.started("a");
        Participant b = scene.started("b");
        scene.seconds(5);
        a.release(Duration.ofSeconds(10));

        scene.seconds(20);
        assertThat(b.notifications).isEmpty();
        scene.seconds(1);
        assertThat(b.notifications).containsExactly("started");
    }

    @Test
    void recreatesDeletedLeaseAsLeaderOnly() {
        Participant a = scene.started("a");
        Participant b = scene.started("b");
        scene.seconds(20);
        scene.server.delete();
        b.election.leaseDeleted();

        scene.seconds(60);

        assertThat(a.notifications).containsExactly("started");
        assertThat(b.notifications).isEmpty();
        assertThat(scene.server.spec("holderIdentity")).isEqualTo("a");
    }

    @Test
    void recreatesDeletedLeaseAtOnceByWatch() {
        Participant a = scene.started("a");
        scene.seconds(1);
        scene.server.delete();

        a.election.leaseDeleted();
        scene.time.settle();

        assertThat(scene.server.spec("holderIdentity")).isEqualTo("a");
    }

    @Test
    void sendsNoRequestWhenWatchReportsNoLease() {
        Participant a = scene.process("a");
        a.election.start();
        a.election.leaseDeleted();
        scene.time.settle();

        assertThat(a.notifications).containsExactly("started");
        assertThat(a.connection.takeRequests()).containsExactly("create");
    }

    @Test
    void takesDeletedLeaseOfDeadLeaderWhenItWouldExpire() {
        Participant a = scene.started("a");
        Participant b = scene.started("b");
        a.machine.kill();
        scene.server.delete();

        scene.seconds(136);
        assertThat(b.notifications).isEmpty();
        scene.seconds(1);
        assertThat(b.notifications).containsExactly("started");
    }

    @ParameterizedTest
    @CsvSource({"2, 1", "600, 26"})
    void waitsForMissingNamespace(int missing, int within) {
        scene.server.withoutNamespace();
        Participant a = scene.started("a");
        scene.seconds(missing);
        assertThat(a.notifications).isEmpty();
        scene.server.createNamespace();

        scene.seconds(within);

        assertThat(a.notifications).containsExactly("started");
    }

    @Test
    void leadsAtOnceWithoutLeaderElection() {
        LeaseSettings off = LeaseSettings.of(
                new LeaseFlags(false, Optional.empty(), Optional.empty(), Optional.empty(), "ns", "lease"),
                Topology.HIGHLY_AVAILABLE);
        Participant a = new Participant("a", scene.time, scene.server, off, Duration.ZERO, Duration.ZERO);
        assertThat(a.election.isLeading()).isFalse();

        a.election.start();
        assertThat(a.notifications).containsExactly("started");
        assertThat(a.election.isLeading()).isTrue();
        assertThat(a.election.release(Duration.ofSeconds(1))).isTrue();
        assertThat(a.election.isLeading()).isFalse();
        scene.seconds(1000);
        assertThat(a.notifications).containsExactly("started");
        assertThat(a.connection.takeRequests()).isEmpty();
    }

    @Test
    void leadsAtOnceAfterContainerOfItsPodWasKilled() {
        Participant killed = scene.started("pod");
        scene.seconds(5);
        killed.machine.kill();

        Participant restarted = scene.started("pod");

        assertThat(restarted.notifications).containsExactly("started");
        assertThat(restarted.connection.takeRequests()).containsExactly("create", "get", "replace");
        assertThat(scene.server.spec("acquireTime")).isEqualTo("2026-01-02T03:04:10.123456Z");
        assertThat(scene.server.spec("leaseTransitions")).isEqualTo("0");
    }

    @Test
    void recreatesDeletedLeaseOfItsPodAtOnce() {
        Participant killed = scene.started("pod");
        killed.machine.kill();
        Participant restarted = scene.process("pod");
        restarted.election.leaseChanged(scene.server.lease().orElseThrow().object());
        scene.server.delete();

        restarted.election.start();
        scene.time.settle();

        assertThat(restarted.notifications).containsExactly("started");
        assertThat(scene.server.spec("holderIdentity")).isEqualTo("pod");
    }

    @Test
    void isNamedByPodOrAnewAtEachStart() {
        List<String> identities = new ArrayList<>(List.of(
                LeaderElection.identity(Optional.empty()),
                LeaderElection.identity(Optional.empty()),
                LeaderElection.identity(Optional.of("0f4c11de-1f3a-4d5b-9b1e-3f4e5a6b7c8d"))));

        assertThat(identities).doesNotHaveDuplicates().allMatch(identity -> identity.matches(".+_[0-9a-f-]{36}"));
        assertThat(identities.get(2)).isEqualTo(Hostname.get() + "_0f4c11de-1f3a-4d5b-9b1e-3f4e5a6b7c8d");
    }
}
