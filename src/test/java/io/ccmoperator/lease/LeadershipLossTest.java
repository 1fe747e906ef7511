// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.LogLines;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How leadership outlasts faults, and when it does not. */
class LeadershipLossTest {
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    private final Scene scene = new Scene();

    @AfterEach
    void close() {
        scene.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 403, 404, 409, 410, 429, 500, 503})
    void stopsLeadingWhenNoRenewalSucceedsInTime(int code) {
        Participant a = scene.started("a");
        Fault fault = code == 0 ? new Fault(TEN_SECONDS, 504, Duration.ZERO, false) : Fault.refusal(code);
        a.connection.fail(fault);

        scene.seconds(106);
        assertThat(a.notifications).containsExactly("started");
        assertThat(a.leads()).isTrue();
        scene.seconds(1);
        assertThat(a.leads()).isFalse();
        assertThat(a.notifications).hasSize(2);
        assertThat(a.notifications.get(1))
                .startsWith("stopped: Lease ns/lease is lost: it was not renewed for 107s; the last failure: ")
                .doesNotContain("\n");
        scene.seconds(1000);
        assertThat(a.notifications).hasSize(2);
    }

    @Test
    void losesLeaseToSecondProcessOfItsPodWithNextRenewal() {
        Participant first = scene.started("pod");
        Participant second = scene.started("pod");
        assertThat(second.notifications).containsExactly("started");

        scene.seconds(26);

        assertThat(first.notifications)
                .containsExactly(
                        "started", "stopped: Lease ns/lease is lost: it is held by another process of this Pod");
        assertThat(second.notifications).containsExactly("started");
        assertThat(first.connection.takeRequests()).containsExactly("create", "replace", "get");
    }

    @Test
    void losesLeaseToSecondProcessOfItsPodAtOnceByWatch() {
        Participant first = scene.started("pod");
        scene.server.watch(first.election::leaseChanged);

        Participant second = scene.started("pod");

        assertThat(first.leads()).isFalse();
        assertThat(second.leads()).isTrue();
    }

    @Test
    void keepsLeaseWhoseRecreationGotNoAnswer() {
        Participant a = scene.started("a");
        scene.seconds(1);
        scene.server.delete();
        a.connection.fail(Fault.lostAnswer());
        a.election.leaseDeleted();
        scene.time.settle();
        a.connection.fail(Fault.NONE);

        scene.seconds(60);

        assertThat(a.notifications).containsExactly("started");
        assertThat(scene.server.spec("holderIdentity")).isEqualTo("a");
    }

    @Test
    void stopsLeadingInTimeWhileRequestHangs() {
        Participant a = scene.started("a");
        a.connection.fail(Fault.slow(Duration.ofSeconds(3000), Duration.ZERO));

        scene.seconds(106);
        assertThat(a.leads()).isTrue();
        scene.seconds(1);
        assertThat(a.leads()).isFalse();
        assertThat(a.notifications)
                .containsExactly("started", "stopped: Lease ns/lease is lost: it was not renewed for 107s");
    }

    @Test
    void ignoresLateAnswer() {
        Participant a = scene.started("a");
        a.connection.fail(Fault.slow(Duration.ofSeconds(200), Duration.ZERO));

        scene.seconds(1000);

        assertThat(a.leads()).isFalse();
        assertThat(a.notifications).hasSize(2);
    }

    @Test
    void renewsLateAcquisitionBeforeLeading() {
        Participant a = scene.process("a");
        a.connection.fail(Fault.slow(Duration.ZERO, Duration.ofSeconds(107)));
        a.election.start();
        scene.seconds(106);
        assertThat(a.notifications).isEmpty();
        a.connection.fail(Fault.slow(Duration.ZERO, TEN_SECONDS));

        scene.seconds(10);
        assertThat(a.notifications).isEmpty();
        scene.seconds(1);
        assertThat(a.notifications).containsExactly("started");
        assertThat(a.connection.takeRequests()).containsExactly("create", "replace");
        // Counted from when the renewal was sent, ten seconds ago.
        a.connection.fail(Fault.refusal(503));
        scene.seconds(96);
        assertThat(a.leads()).isTrue();
        scene.seconds(1);
        assertThat(a.leads()).isFalse();
    }

    @Test
    void survivesOutageShorterThanDeadline() {
        Participant a = scene.started("a");
        Participant b = scene.started("b");
        scene.seconds(1);
        a.connection.fail(Fault.refusal(503));
        b.connection.fail(Fault.refusal(503));
        scene.seconds(104);
        a.connection.fail(Fault.NONE);
        b.connection.fail(Fault.NONE);

        scene.seconds(1000);

        assertThat(a.notifications).containsExactly("started");
        assertThat(b.notifications).isEmpty();
    }

    @Test
    void backsOffUpToRetryPeriodAfterFailures() {
        Participant a = scene.process("a");
        a.connection.fail(Fault.refusal(503));
        a.election.start();

        assertThat(List.of(0, 1, 2, 4, 8, 16, 26, 26).stream().map(seconds -> {
                    scene.seconds(Math.max(0, seconds - 1));
                    int early = a.connection.takeRequests().size();
                    scene.seconds(Math.min(1, seconds));
                    return early + " " + a.connection.takeRequests().size();
                }))
                .startsWith("1 0")
                .endsWith("0 1", "0 1", "0 1", "0 1", "0 1", "0 1", "0 1");
    }

    @Test
    void findsRenewalWhoseAnswerIsLost() {
        Participant a = scene.started("a");
        a.connection.takeRequests();
        a.connection.fail(Fault.lostAnswer());
        scene.seconds(26);
        a.connection.fail(Fault.NONE);

        scene.seconds(2);

        assertThat(a.connection.takeRequests()).containsExactly("replace", "get", "replace");
        scene.seconds(1000);
        assertThat(a.notifications).containsExactly("started");
    }

    @Test
    void findsAcquisitionWhoseAnswerIsLost() {
        Participant a = scene.process("a");
        a.connection.fail(Fault.lostAnswer());
        a.election.start();
        scene.time.settle();
        a.connection.fail(Fault.NONE);

        scene.seconds(1);

        assertThat(a.notifications).containsExactly("started");
        assertThat(a.connection.takeRequests()).containsExactly("create", "get", "replace");
        assertThat(scene.server.spec("leaseTransitions")).isEqualTo("0");
    }

    @Test
    void readsAgainAtOnceAfterConflict() {
        Participant a = scene.started("a");
        a.connection.takeRequests();
        scene.server.edit(lease -> lease.fields().map("spec").put("strategy", "x"));

        scene.seconds(26);

        assertThat(a.connection.takeRequests()).containsExactly("replace", "get", "replace");
        assertThat(scene.server.spec("strategy")).isEqualTo("x");
    }

    @Test
    void limitsRequestsDuringRepeatedConflicts() {
        Participant a = scene.started("a");
        a.connection.takeRequests();
        a.connection.fail(Fault.refusal(409));

        scene.seconds(106);

        assertThat(a.connection.takeRequests()).hasSizeBetween(4, 30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"b", ""})
    void stopsLeadingWhenLeaseHasOtherHolder(String holder) {
        Participant a = scene.started("a");
        scene.server.edit(lease -> lease.fields().map("spec").put("holderIdentity", holder));

        scene.seconds(26);

        assertThat(a.leads()).isFalse();
        assertThat(a.notifications)
                .containsExactly(
                        "started",
                        "stopped: Lease ns/lease is lost: it is "
                                + (holder.isEmpty() ? "released by another client" : "held by b"));
        assertThat(scene.server.spec("holderIdentity")).isEqualTo(holder);
    }

    @Test
    void stopsLeadingAtOnceByWatch() {
        Participant a = scene.started("a");
        scene.server.watch(a.election::leaseChanged);
        scene.server.edit(lease -> lease.fields().map("spec").put("holderIdentity", "b"));

        scene.time.settle();

        assertThat(a.notifications).hasSize(2).last().asString().endsWith("it is held by b");
    }

    @Test
    void renewsOnceAfterStaleWatchEvent() {
        Participant a = scene.started("a");
        a.connection.takeRequests();
        Lease old = Lease.createdBy("b", Scene.SETTINGS, Participant.START);
        scene.seconds(1);

        a.election.leaseChanged(old.object());
        scene.time.settle();

        assertThat(a.leads()).isTrue();
        assertThat(a.connection.takeRequests()).containsExactly("replace");
    }

    @Test
    void stopsLeadingAfterSuspension() {
        ElectionState state = new ElectionState(Scene.SETTINGS, "a", Clock.systemUTC(), 0);
        state.written(Lease.createdBy("a", Scene.SETTINGS, Participant.START).object(), 0, 0);

        assertThat(state.isLeading(106_999_999_999L)).isTrue();
        assertThat(state.isLeading(107_000_000_000L)).isFalse();
    }

    /** The process that has lost its leadership ends, and closes the client while a request is under way. */
    @Test
    void logsNoFailureOfRequestThatEndsAfterLoss() {
        Participant a = scene.started("a");
        a.connection.fail(() -> {
            scene.time.pass(Duration.ofSeconds(200));
            throw new IllegalStateException("Client is closed");
        });
        try (LogLines log = LogLines.of(LeaderElection.class)) {
            scene.seconds(1000);

            assertThat(log.lines()).isEmpty();
        }
        assertThat(a.notifications)
                .containsExactly("started", "stopped: Lease ns/lease is lost: it was not renewed for 107s");
    }

    @Test
    void endsElectionWhenListenerFails() {
        Participant a = scene.process("a");
        LeadershipListener failing = new LeadershipListener() {
            @Override
            public void onStartedLeading() {
                throw new IllegalStateException("failed");
            }

            @Override
            public void onStoppedLeading(String reason) {
                a.onStoppedLeading(reason);
            }
        };
        LeaderElection election =
                new LeaderElection(Scene.SETTINGS, "a", a.connection, Clock.systemUTC(), a.machine, failing);
        election.start();
        scene.time.settle();

        assertThat(election.isLeading()).isFalse();
        assertThat(a.notifications)
                .containsExactly("stopped: Lease ns/lease is lost: the election failed: "
                        + "java.lang.IllegalStateException: failed");
    }
}
