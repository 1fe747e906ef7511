// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.LogLines;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The graceful end. */
class ReleaseTest {
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private final Scene scene = new Scene();

    @AfterEach
    void close() {
        scene.close();
    }

    @Test
    void releasesLeaseWithOneRequest() {
        Participant a = scene.started("a");
        scene.seconds(5);
        a.connection.takeRequests();

        a.release(TEN_SECONDS);
        scene.time.settle();

        assertThat(a.notifications).containsExactly("started", "released true");
        assertThat(a.connection.takeRequests()).containsExactly("replace");
        assertThat(scene.server.spec("holderIdentity")).isEmpty();
        assertThat(scene.server.spec("leaseDurationSeconds")).isEqualTo("1");
        scene.seconds(1000);
        assertThat(a.notifications).hasSize(2);
        assertThat(a.connection.takeRequests()).isEmpty();
    }

    @Test
    void stopsLeadingBeforeRelease() {
        Participant a = scene.started("a");
        a.connection.fail(Fault.slow(Duration.ofSeconds(3), Duration.ZERO));

        a.release(TEN_SECONDS);
        scene.seconds(1);

        assertThat(a.leads()).isFalse();
        assertThat(scene.server.spec("holderIdentity")).isEqualTo("a");
        scene.seconds(2);
        assertThat(scene.server.spec("holderIdentity")).isEmpty();
    }

    @Test
    void awaitsRenewalInProgressBeforeRelease() {
        Participant a = scene.started("a");
        a.connection.fail(Fault.slow(Duration.ofSeconds(3), Duration.ofSeconds(1)));
        scene.seconds(27);

        a.release(TEN_SECONDS);
        scene.seconds(10);

        assertThat(a.notifications).containsExactly("started", "released true");
        assertThat(scene.server.spec("holderIdentity")).isEmpty();
    }

    @Test
    void releasesAcquisitionInProgressWithoutLeading() {
        Participant a = scene.process("a");
        a.connection.fail(Fault.slow(Duration.ofSeconds(1), Duration.ofSeconds(1)));
        a.election.start();
        scene.time.settle();

        a.release(TEN_SECONDS);
        scene.seconds(10);

        assertThat(a.notifications).containsExactly("released true");
        assertThat(scene.server.spec("holderIdentity")).isEmpty();
    }

    @Test
    void readsAgainAfterConflict() {
        Participant a = scene.started("a");
        a.connection.takeRequests();
        scene.server.edit(lease -> lease.fields().map("spec").put("strategy", "x"));

        a.release(TEN_SECONDS);
        scene.time.settle();

        assertThat(a.notifications).containsExactly("started", "released true");
        assertThat(a.connection.takeRequests()).containsExactly("replace", "get", "replace");
    }

    @Test
    void keepsLeaseOfOtherHolder() {
        Participant a = scene.started("a");
        scene.server.edit(lease -> lease.fields().map("spec").put("holderIdentity", "b"));

        a.release(TEN_SECONDS);
        scene.time.settle();

        assertThat(a.notifications).containsExactly("started", "released true");
        assertThat(scene.server.spec("holderIdentity")).isEqualTo("b");
    }

    @Test
    void stopsCandidateWithoutRequestAndWord() {
        scene.started("a");
        Participant b = scene.started("b");
        b.connection.takeRequests();
        try (LogLines log = LogLines.of(LeaderElection.class)) {
            b.release(TEN_SECONDS);
            scene.seconds(1000);

            assertThat(log.lines()).isEmpty();
        }
        assertThat(b.notifications).containsExactly("released true");
        assertThat(b.connection.takeRequests()).isEmpty();
        assertThat(scene.server.spec("holderIdentity")).isEqualTo("a");
    }

    @Test
    void keepsLeaseOfSecondProcessOfItsPod() {
        Participant first = scene.started("pod");
        scene.started("pod");

        first.release(TEN_SECONDS);
        scene.time.settle();

        assertThat(first.notifications).containsExactly("started", "released true");
        assertThat(scene.server.spec("holderIdentity")).isEqualTo("pod");
    }

    @Test
    void logsReleaseOfItsLeaseOnce() {
        Participant a = scene.started("a");
        try (LogLines log = LogLines.of(LeaderElection.class)) {
            a.release(TEN_SECONDS);
            scene.seconds(1000);

            assertThat(log.lines()).containsExactly("INFO Lease ns/lease: released by this process");
        }
    }

    @Test
    void retriesFailureWithinDeadline() {
        Participant a = scene.started("a");
        a.connection.fail(Fault.refusal(503));
        a.release(TEN_SECONDS);
        scene.time.settle();
        a.connection.fail(Fault.NONE);

        scene.seconds(1);

        assertThat(a.notifications).containsExactly("started", "released true");
    }

    @Test
    void stopsWaitingForServerThatHangs() {
        Participant a = scene.started("a");
        a.connection.fail(Fault.slow(Duration.ofSeconds(3000), Duration.ZERO));
        a.release(TEN_SECONDS);

        scene.seconds(9);
        assertThat(a.notifications).containsExactly("started");
        scene.seconds(1);
        assertThat(a.notifications).containsExactly("started", "released false");
        scene.seconds(200);
        assertThat(a.notifications).hasSize(2);
    }

    @Test
    void releasesNothingAfterLoss() {
        Participant a = scene.started("a");
        a.connection.fail(Fault.slow(Duration.ofSeconds(3000), Duration.ZERO));
        scene.seconds(107);

        a.release(TEN_SECONDS);
        scene.time.settle();

        assertThat(a.notifications).hasSize(3).last().isEqualTo("released false");
    }

    @Test
    void releasesNothingBeforeElection() {
        Participant a = scene.process("a");

        assertThat(a.election.release(TEN_SECONDS)).isTrue();
    }
}
