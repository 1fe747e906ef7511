/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DecisionTest {
    private static final Duration OWN = Duration.ofSeconds(137);
    private static final long SECOND = 1_000_000_000L;

    @ParameterizedTest
    @CsvSource({
        // holder, its duration, leading, seconds since its renewal was seen; outcome
        "me,    10, true,  0,   Renew[]",
        "me,    10, true,  500, Renew[]",
        "me,    10, false, 0,   Renew[]",
        "'',    10, false, 0,   Acquire[]",
        "'',    10, true,  0,   Lost[reason=it is released by another client]",
        "other, 10, true,  500, Lost[reason=it is held by other]",
        "other, 10, false, 10,  Acquire[]",
        "other, 10, false, 11,  Acquire[]",
        "other, 0,  false, 137, Acquire[]",
        "other, -5, false, 137, Acquire[]",
        "other, 10, false, 9,   Wait[untilNanos=10000000000]",
        "other, 0,  false, 136, Wait[untilNanos=137000000000]",
        "other, 2147483647, false, 136, Wait[untilNanos=2147483647000000000]"
    })
    void decidesByHolderAndTimeSinceObservedRenewal(
            String holder, int duration, boolean leading, long seconds, String outcome) {
        ObservedLease sighting = new ObservedLease(lease(holder, duration), 0);

        assertThat(Decision.on(sighting, "me", leading, OWN, seconds * SECOND)).hasToString(outcome);
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MIN_VALUE, -1, 0, Long.MAX_VALUE - 3 * SECOND, Long.MAX_VALUE})
    void survivesOverflowOfMonotonicClock(long seen) {
        ObservedLease sighting = new ObservedLease(lease("other", 10), seen);

        assertThat(Decision.on(sighting, "me", false, OWN, seen + 9 * SECOND))
                .isEqualTo(new Decision.Wait(seen + 10 * SECOND));
        assertThat(Decision.on(sighting, "me", false, OWN, seen + 10 * SECOND)).isEqualTo(new Decision.Acquire());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"1970-01-01T00:00:00Z", "2026-01-02T03:03:45Z", "2026-01-02T03:04:25Z", "2999-01-01T00:00:00Z"})
    void ignoresTimesInLease(Instant wrong) {
        Lease lease = lease("other", 10).renewedBy("other", Duration.ofSeconds(10), wrong);

        assertThat(Decision.on(new ObservedLease(lease, 0), "me", false, OWN, 9 * SECOND))
                .isEqualTo(new Decision.Wait(10 * SECOND));
        assertThat(Decision.on(new ObservedLease(lease, 0), "me", false, OWN, 10 * SECOND))
                .isEqualTo(new Decision.Acquire());
    }

    @ParameterizedTest
    @ValueSource(strings = {"holderIdentity", "renewTime", "acquireTime", "leaseTransitions"})
    void countsChangeOfEachRenewalFieldAsRenewal(String field) {
        ObservedLease first = ObservedLease.next(null, lease("other", 10), 5);
        Lease changed = new Lease(first.lease().object().copy());
        changed.object().map("spec").put(field, "changed");

        assertThat(ObservedLease.next(first, changed, 7)).isEqualTo(new ObservedLease(changed, 7));
    }

    @Test
    void ignoresOtherChangesButKeepsNewObject() {
        ObservedLease first = ObservedLease.next(null, lease("other", 10), 5);
        Lease labelled = new Lease(first.lease().object().copy());
        labelled.object().tree().put("metadata", Map.of("resourceVersion", "2"));
        labelled.object().map("spec").put("leaseDurationSeconds", 20);

        assertThat(ObservedLease.next(first, labelled, 7)).isEqualTo(new ObservedLease(labelled, 5));
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
