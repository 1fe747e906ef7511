// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.lease.ElectionState.Action;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ElectionStateTest {
    private static final long SECOND = 1_000_000_000L;

    @ParameterizedTest
    @CsvSource({
        // holder, its duration, leading, seconds since its renewal was seen; action, reason of a loss
        "me,    10, true,  0,   Idle until 26, ''",
        "me,    10, true,  26,  Replace,       ''",
        "me,    10, false, 0,   Replace,       ''",
        "'',    10, false, 0,   Replace,       ''",
        "'',    10, true,  0,   Finished,      it is released by another client",
        "other, 10, true,  0,   Finished,      it is held by other",
        "other, 10, true,  100, Finished,      it is held by other",
        "other, 10, false, 9,   Idle until 10, ''",
        "other, 10, false, 10,  Replace,       ''",
        "other, 10, false, 11,  Replace,       ''",
        "other, 0,  false, 25,  Idle until 26, ''",
        "other, 0,  false, 136, Read,          ''",
        "other, 0,  false, 137, Replace,       ''",
        "other, -5, false, 136, Read,          ''",
        "other, -5, false, 137, Replace,       ''",
        "other, 2147483647, false, 25,  Idle until 26, ''",
        "other, 2147483647, false, 136, Read,          ''"
    })
    void decidesByHolderAndTimeSinceRenewalWasSeen(
            String holder, int duration, boolean leading, long seconds, String action, String lost) {
        ElectionState state = state(0);
        if (leading) {
            state.written(lease("me", 10).object(), 0, 0);
        }
        state.read(Optional.of(lease(holder, duration).object()), 0);

        Action next = state.next(seconds * SECOND);

        assertThat(shown(next)).isEqualTo(action);
        assertThat(state.lost()).isEqualTo(lost);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE - 3 * SECOND, Long.MAX_VALUE})
    void waitsForDurationAtAnyValueOfMonotonicClock(long seen) {
        ElectionState state = state(seen);
        state.read(Optional.of(lease("other", 10).object()), seen);

        assertThat(state.next(seen + 9 * SECOND)).isEqualTo(new Action.Idle(seen + 10 * SECOND));
        assertThat(state.next(seen + 10 * SECOND)).isInstanceOf(Action.Replace.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1970-01-01T00:00:00Z", "2026-01-02T03:03:45Z", "2026-01-02T03:04:25Z", "2999-01-01T00:00:00Z"})
    void ignoresTimesInLease(Instant wrong) {
        ElectionState state = state(0);
        Lease lease = lease("other", 10).renewedBy("other", Duration.ofSeconds(10), wrong);
        state.read(Optional.of(lease.object()), 0);

        assertThat(state.next(9 * SECOND)).isEqualTo(new Action.Idle(10 * SECOND));
        assertThat(state.next(10 * SECOND)).isInstanceOf(Action.Replace.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"holderIdentity", "renewTime", "acquireTime", "leaseTransitions"})
    void waitsAgainAfterChangeOfEachFieldOfRenewal(String field) {
        ElectionState state = state(0);
        KubernetesObject changed = lease("other", 10).object().copy();
        changed.fields().map("spec").put(field, "changed");
        state.read(Optional.of(lease("other", 10).object()), 5 * SECOND);

        state.read(Optional.of(changed), 7 * SECOND);

        assertThat(state.next(8 * SECOND)).isEqualTo(new Action.Idle(17 * SECOND));
    }

    @Test
    void appliesNewDurationButDoesNotWaitAgainAfterOtherChanges() {
        ElectionState state = state(0);
        KubernetesObject labelled = lease("other", 10).object().copy();
        labelled.tree().put("metadata", Map.of("resourceVersion", "2"));
        labelled.fields().map("spec").put("leaseDurationSeconds", 20);
        state.read(Optional.of(lease("other", 10).object()), 5 * SECOND);

        state.read(Optional.of(labelled), 7 * SECOND);

        assertThat(state.next(8 * SECOND)).isEqualTo(new Action.Idle(25 * SECOND));
        assertThat(((Action.Replace) state.next(25 * SECOND))
                        .lease()
                        .object()
                        .fields()
                        .map("metadata"))
                .containsEntry("resourceVersion", "2");
    }

    private static ElectionState state(long now) {
        return new ElectionState(Scene.SETTINGS, "me", Clock.systemUTC(), now);
    }

    private static String shown(Action action) {
        return action instanceof Action.Idle idle
                ? "Idle until " + idle.untilNanos() / SECOND
                : action.getClass().getSimpleName();
    }

    private static Lease lease(String holder, int duration) {
        Map<String, Object> spec = new LinkedHashMap<>(Map.of(
                "holderIdentity",
                holder,
                "leaseDurationSeconds",
                duration,
                "acquireTime",
                "2026-01-02T03:04:05.000000Z",
                "renewTime",
                "2026-01-02T03:04:05.000000Z",
                "leaseTransitions",
                3));
        return new Lease(new KubernetesObject(new LinkedHashMap<>(Map.of("spec", spec))));
    }
}
