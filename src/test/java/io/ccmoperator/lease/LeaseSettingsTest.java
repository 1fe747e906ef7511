// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.Topology;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LeaseSettingsTest {
    @ParameterizedTest
    @CsvSource({
        "HIGHLY_AVAILABLE, '', '', '', 137, 107, 26",
        "SINGLE_REPLICA, '', '', '', 270, 240, 60",
        "SINGLE_REPLICA, 150, '', '', 150, 107, 26",
        "SINGLE_REPLICA, '', 100, '', 137, 100, 26",
        "SINGLE_REPLICA, '', '', 20, 137, 107, 20",
        "HIGHLY_AVAILABLE, 15, 10, 2, 15, 10, 2"
    })
    void fillsInDefaultsOfTopology(
            Topology topology, String duration, String deadline, String period, int d, int r, int p) {
        LeaseSettings settings = LeaseSettings.of(flags(true, duration, deadline, period), topology);

        assertThat(settings)
                .isEqualTo(new LeaseSettings(
                        true, Duration.ofSeconds(d), Duration.ofSeconds(r), Duration.ofSeconds(p), "ns", "lease"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0|10|2|--leader-elect-lease-duration: 0s is not more than 0s; give a positive duration",
                "15|-1|2|--leader-elect-renew-deadline: -1s is not more than 0s; give a positive duration",
                "15|10|0|--leader-elect-retry-period: 0s is not more than 0s; give a positive duration",
                "10|10|2|--leader-elect-lease-duration: 10s must be longer than --leader-elect-renew-deadline (10s);"
                        + " lengthen the one or shorten the other",
                "13|12|10|--leader-elect-renew-deadline: 12s must be longer than 1.2 times"
                        + " --leader-elect-retry-period (10s); lengthen the one or shorten the other",
                "2147483648|10|2|--leader-elect-lease-duration: 2147483648s does not fit into a Lease; give"
                        + " 2147483647s at most"
            })
    void rejectsInconsistentDurations(String duration, String deadline, String period, String message) {
        assertThatThrownBy(() -> LeaseSettings.of(flags(true, duration, deadline, period), Topology.HIGHLY_AVAILABLE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(message);
    }

    @Test
    void acceptsRenewDeadlineJustAboveLimit() {
        LeaseSettings settings = new LeaseSettings(
                true, Duration.ofSeconds(13), Duration.ofMillis(12_001), Duration.ofSeconds(10), "ns", "lease");

        assertThat(settings.renewDeadline()).isEqualTo(Duration.ofMillis(12_001));
    }

    @Test
    void rejectsInvalidNamesWithTheirFlag() {
        LeaseFlags flags = new LeaseFlags(true, Optional.empty(), Optional.empty(), Optional.empty(), "", "a/../b");

        assertThatThrownBy(() -> LeaseSettings.of(flags, Topology.HIGHLY_AVAILABLE))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("--leader-elect-resource-namespace: '' is not a valid Kubernetes resource name")
                .hasMessageContaining("--leader-elect-resource-name: 'a/../b' is not a valid Kubernetes resource name");
    }

    @ParameterizedTest
    @EnumSource(Topology.class)
    void ignoresDurationsWithoutLeaderElection(Topology topology) {
        assertThat(LeaseSettings.of(flags(false, "1", "2", "3"), topology).enabled())
                .isFalse();
    }

    @Test
    void locksByLeaseOnly() {
        assertThat(LeaseSettings.RESOURCE_LOCK).isEqualTo("leases");
        assertThat(LeaseSettings.of(flags(true, "", "", ""), Topology.HIGHLY_AVAILABLE)
                        .key()
                        .path())
                .isEqualTo("/apis/coordination.k8s.io/v1/namespaces/ns/leases/lease");
    }

    private static LeaseFlags flags(boolean enabled, String duration, String deadline, String period) {
        return new LeaseFlags(enabled, seconds(duration), seconds(deadline), seconds(period), "ns", "lease");
    }

    private static Optional<Duration> seconds(String text) {
        return text == null || text.isEmpty()
                ? Optional.empty()
                : Optional.of(Duration.ofSeconds(Long.parseLong(text)));
    }
}
