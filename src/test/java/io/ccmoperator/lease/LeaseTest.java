// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeaseTest {
    private static final Instant TIME = Instant.parse("2026-01-02T03:04:05.123456789Z");
    private static final Instant LATER = TIME.plusSeconds(60);
    private static final Duration DURATION = Duration.ofSeconds(137);

    @Test
    void fillsAllFieldsOfNewLease() {
        assertThat(created().object().tree())
                .isEqualTo(Map.of(
                        "apiVersion",
                        "coordination.k8s.io/v1",
                        "kind",
                        "Lease",
                        "metadata",
                        Map.of("namespace", "ns", "name", "lease"),
                        "spec",
                        Map.of(
                                "holderIdentity", "me",
                                "leaseDurationSeconds", 137L,
                                "acquireTime", "2026-01-02T03:04:05.123456Z",
                                "renewTime", "2026-01-02T03:04:05.123456Z",
                                "leaseTransitions", 0L)));
    }

    @Test
    void changesOnlyRenewTimeOnRenewal() {
        assertThat(spec(created().renewedBy("me", DURATION, LATER)))
                .isEqualTo(changed(spec(created()), Map.of("renewTime", "2026-01-02T03:05:05.123456Z")));
    }

    @Test
    void changesRenewTimeAlsoWhenClockStandsStill() {
        Lease renewed = created().renewedBy("me", DURATION, TIME);

        assertThat(spec(renewed)).containsEntry("renewTime", "2026-01-02T03:04:05.123457Z");
        assertThat(renewed.renewal()).isNotEqualTo(created().renewal());
    }

    @Test
    void countsTransitionToOtherHolder() {
        assertThat(spec(created().acquiredBy("other", Duration.ofSeconds(15), LATER)))
                .isEqualTo(Map.of(
                        "holderIdentity", "other",
                        "leaseDurationSeconds", 15L,
                        "acquireTime", "2026-01-02T03:05:05.123456Z",
                        "renewTime", "2026-01-02T03:05:05.123456Z",
                        "leaseTransitions", 1L));
    }

    @Test
    void changesTimesOnlyWhenSameHolderAcquiresAgain() {
        assertThat(spec(created().acquiredBy("me", DURATION, LATER)))
                .isEqualTo(changed(
                        spec(created()),
                        Map.of(
                                "acquireTime", "2026-01-02T03:05:05.123456Z",
                                "renewTime", "2026-01-02T03:05:05.123456Z")));
    }

    @Test
    void clearsHolderAndShortensDurationOnRelease() {
        assertThat(spec(created().released(LATER)))
                .isEqualTo(Map.of(
                        "holderIdentity", "",
                        "leaseDurationSeconds", 1L,
                        "acquireTime", "2026-01-02T03:05:05.123456Z",
                        "renewTime", "2026-01-02T03:05:05.123456Z",
                        "leaseTransitions", 0L));
    }

    @Test
    void keepsFieldsOfOthers() {
        KubernetesObject object = created().object().copy();
        object.fields().map("metadata").put("labels", Map.of("a", "b"));
        object.fields().map("metadata").put("resourceVersion", "7");
        object.fields().map("spec").put("strategy", "x");

        KubernetesObject written =
                new Lease(object).renewedBy("me", DURATION, LATER).object();

        assertThat(written.fields().map("metadata")).isEqualTo(object.fields().map("metadata"));
        assertThat(written.fields().map("spec")).containsEntry("strategy", "x");
        assertThat(object.fields().string("spec", "renewTime")).isEqualTo("2026-01-02T03:04:05.123456Z");
    }

    @Test
    void treatsLeaseWithoutSpecAsFree() {
        Lease empty = new Lease(new KubernetesObject(Map.of("metadata", Map.of("name", "lease"))));

        assertThat(empty.holder()).isEmpty();
        assertThat(empty.duration(DURATION)).isEqualTo(DURATION);
        assertThat(spec(empty.acquiredBy("me", DURATION, TIME))).containsEntry("leaseTransitions", 1L);
    }

    @ParameterizedTest
    @CsvSource({"PT1S, 1", "PT1.000000001S, 2", "PT0.5S, 1", "PT1.5S, 2", "PT2147483647S, 2147483647"})
    void roundsDurationUpToSeconds(Duration duration, long seconds) {
        assertThat(spec(created().renewedBy("me", duration, TIME))).containsEntry("leaseDurationSeconds", seconds);
    }

    private static Lease created() {
        LeaseSettings settings =
                new LeaseSettings(true, DURATION, Duration.ofSeconds(107), Duration.ofSeconds(26), "ns", "lease");
        return Lease.createdBy("me", settings, TIME);
    }

    private static Map<String, Object> spec(Lease lease) {
        return lease.object().fields().map("spec");
    }

    private static Map<String, Object> changed(Map<String, Object> map, Map<String, Object> changes) {
        Map<String, Object> changed = new HashMap<>(map);
        changed.putAll(changes);
        return changed;
    }
}
