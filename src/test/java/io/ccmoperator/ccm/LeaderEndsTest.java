// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Leaders that end soon after they have acquired the Lease. Times are seconds. */
class LeaderEndsTest {
    private static final Instant BEGIN = Instant.parse("2030-01-01T00:00:00Z");

    private final LeaderEnds leaders = new LeaderEnds();

    private static Instant at(long second) {
        return BEGIN.plusSeconds(second);
    }

    private int count(long acquired, long renewed, long now, long... ends) {
        List<KubernetesObject> pods = java.util.Arrays.stream(ends)
                .mapToObj(end -> YamlText.manifest("""
                        {kind: Pod, status: {containerStatuses: [
                          {name: ccm, lastState: {terminated: {exitCode: 1, finishedAt: '%s'}}}]}}
                        """.formatted(at(end))))
                .toList();
        return leaders.count(
                pods, Optional.of(new LeaderLease("a", at(acquired), at(renewed), Duration.ofSeconds(15))), at(now));
    }

    @ParameterizedTest(name = "each ends {0} seconds after it leads")
    @ValueSource(longs = {0, 1, 60, 75})
    void countsLeadersThatEnd(long after) {
        assertThat(count(0, after, after + 5, after)).isEqualTo(1);
        assertThat(count(0, after, after + 10, after)).as("seen again").isEqualTo(1);

        assertThat(count(137, 137 + after, 142 + after, after, 137 + after)).isEqualTo(2);
    }

    @Test
    void countsNoneThatHasLedForLonger() {
        assertThat(count(0, 70, 80, 76)).isZero();
    }

    /** A Pod that does not lead ends for another cause, however often, while the leader renews its Lease. */
    @Test
    void countsNoEndOfPodThatDoesNotLead() {
        assertThat(count(0, 0, 5, 3)).isEqualTo(1);
        assertThat(count(0, 26, 30, 3, 13)).isZero();
    }

    @Test
    void forgetsWhatIsLongAgoOrOfAnotherConfiguration() {
        count(0, 0, 5, 1);
        assertThat(count(16 * 60, 16 * 60, 16 * 60 + 5, 16 * 60 + 1)).isEqualTo(1);
        leaders.forget();

        assertThat(count(20 * 60, 20 * 60, 20 * 60 + 5)).isZero();
    }
}
