// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.overview.Overview;
import io.ccmoperator.overview.Overview.Health;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class StatusScreenTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private static Overview overview(List<Map<String, String>> conditions, List<String> waitsFor) {
        Map<String, String> facts = new LinkedHashMap<>();
        facts.put("leader", "host_1");
        facts.put("renewed", "2029-12-31T23:59:50.000000Z");
        facts.put("reached", "");
        return new Overview(
                Health.PROGRESSING,
                facts,
                conditions,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                waitsFor,
                List.of(),
                List.of());
    }

    private static Map<String, String> condition(String since) {
        return Map.of(
                "type",
                "Available",
                "status",
                "True",
                "since",
                since,
                "reason",
                "AsExpected",
                "message",
                "all is well");
    }

    private static String screen(Overview overview) {
        return StatusScreen.of(overview, NOW);
    }

    @Test
    void alignsFactsAndShowsAges() {
        assertThat(screen(overview(List.of(), List.of()))).isEqualTo("""
                HEALTH    progressing
                leader    host_1
                renewed   10s ago
                reached   <none>
                """);
    }

    @Test
    void showsTablesAndListsThatHaveLines() {
        assertThat(screen(overview(List.of(condition("2029-12-31T20:00:00Z")), List.of("x", "y"))))
                .endsWith("""

                        WAITS FOR
                          x
                          y

                        CONDITION   STATUS   AGE   REASON       MESSAGE
                        Available   True     4h    AsExpected   all is well
                        """);
    }

    @Test
    void showsOtherManagers() {
        Overview overview = new Overview(
                Health.HEALTHY,
                Map.of(),
                List.of(),
                List.of(),
                List.of(Map.of("kind", "Lease", "namespace", "kube-system", "name", "ccm", "state", "held by node-1")),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of());

        assertThat(screen(overview)).endsWith("""

                OTHER   STATE            NAME   NAMESPACE
                Lease   held by node-1   ccm    kube-system
                """);
    }

    @Test
    void showsNeitherCredentialsNorInvisibleCharactersOfOthers() {
        Overview overview = overview(
                List.of(Map.of(
                        "type",
                        "Available",
                        "status",
                        "True",
                        "since",
                        "",
                        "reason",
                        "",
                        "message",
                        "http://u:p@h is down")),
                List.of("a\u202eb\u001b[2J password=hunter2"));

        assertThat(screen(overview)).contains("a b [2J password=<masked>\n", "http://<masked>@h is down\n");
        assertThat(overview.tree().toString()).doesNotContain("hunter2", "\u202e", "u:p");
    }

    @Test
    void showsConditionOfOtherClientWithoutTime() {
        assertThat(screen(overview(List.of(condition("yesterday")), List.of())))
                .contains("Available   True     unknown   AsExpected");
    }
}
