// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.metrics.Measured;
import io.ccmoperator.serving.tls.SamplePair;
import io.ccmoperator.serving.tls.ServingCertificate;
import io.ccmoperator.serving.tls.ServingCertificate.Origin;
import io.ccmoperator.status.Condition;
import io.ccmoperator.status.ConditionType;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class StateMetricsTest {
    private final Measured measured = new Measured();
    private final StateMetrics state = new StateMetrics(measured.registry, measured.collectors);

    @Test
    void labelsReleaseAndPlatform() {
        state.info("4.20.0", () -> "AWS");

        assertThat(measured.samples())
                .containsOnly(entry("ccm_operator_info{platform=\"AWS\",version=\"4.20.0\"}", 1.0));
    }

    @Test
    @EnabledOnOs(value = OS.LINUX, disabledReason = "other systems do not describe a process in files")
    void measuresResidentMemory() {
        state.residentMemory();

        assertThat(measured.samples().get("process_resident_memory_bytes"))
                .isBetween((double) Runtime.getRuntime().totalMemory() / 100, 1e11);
    }

    @Test
    void readsLeadershipAtScrape() {
        AtomicBoolean leading = new AtomicBoolean();
        state.leader(leading::get);

        assertThat(measured.samples()).containsOnly(entry("ccm_operator_leader", 0.0));
        leading.set(true);
        assertThat(measured.samples()).containsOnly(entry("ccm_operator_leader", 1.0));
    }

    @Test
    void hasOneSamplePerConditionWithItsState() {
        Map<ConditionType, Condition> conditions = new EnumMap<>(ConditionType.class);
        state.conditions(type -> Optional.ofNullable(conditions.get(type)));
        assertThat(measured.samples()).isEmpty();

        conditions.put(ConditionType.DEGRADED, Condition.ofFalse(ConditionType.DEGRADED, "AsExpected", ""));
        conditions.put(ConditionType.AVAILABLE, Condition.ofTrue(ConditionType.AVAILABLE, "AsExpected", "at 4.20.0"));
        conditions.put(ConditionType.DEGRADED, Condition.ofTrue(ConditionType.DEGRADED, "SyncingFailed", "why"));

        assertThat(measured.samples())
                .containsOnly(
                        entry("ccm_operator_condition{reason=\"AsExpected\",status=\"True\",type=\"Available\"}", 1.0),
                        entry(
                                "ccm_operator_condition{reason=\"SyncingFailed\",status=\"True\",type=\"Degraded\"}",
                                1.0));
    }

    @Test
    void showsExpiryOfServedCertificate() {
        AtomicReference<ServingCertificate> served = new AtomicReference<>();
        state.servingCertificate(() -> Optional.ofNullable(served.get()));
        assertThat(measured.samples()).isEmpty();

        served.set(SamplePair.ec("sample", Instant.ofEpochSecond(1_900_000_000)).serving(Origin.SELF_SIGNED));

        assertThat(measured.samples())
                .containsOnly(entry(
                        "ccm_operator_serving_certificate_not_after_timestamp_seconds{origin=\"self_signed\"}", 1.9e9));
    }

    @Test
    void showsReasonsOfConditions() {
        state.conditions(type -> type == ConditionType.PROGRESSING
                ? Optional.of(new Condition("Progressing", "True", Condition.ROLLING_OUT, ""))
                : Optional.empty());

        assertThat(measured.samples())
                .containsOnly(entry(
                        "ccm_operator_condition{reason=\"RollingOut\",status=\"True\",type=\"Progressing\"}", 1.0));
    }

    @Test
    void ignoresForeignReasonsInConditions() {
        state.conditions(type -> type == ConditionType.UPGRADEABLE
                ? Optional.of(new Condition("Upgradeable", "perhaps", "Invented", ""))
                : Optional.empty());

        assertThat(measured.samples())
                .containsOnly(
                        entry("ccm_operator_condition{reason=\"Other\",status=\"Unknown\",type=\"Upgradeable\"}", 1.0));
    }
}
