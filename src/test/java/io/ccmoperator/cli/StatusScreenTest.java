// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.overview.Overview;
import io.ccmoperator.overview.Overview.Fact;
import io.ccmoperator.overview.Overview.Health;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.Ansi;

class StatusScreenTest {
    private static final Instant NOW = Instant.parse("2030-01-01T00:00:00Z");

    private static Overview overview(List<Map<String, String>> conditions, List<String> waitsFor) {
        Map<String, Fact> facts = new LinkedHashMap<>();
        facts.put("leader", Fact.of("host_1"));
        facts.put("renewed", Fact.of("2029-12-31T23:59:50.000000Z"));
        facts.put("reached", Fact.of(""));
        return new Overview(
                Health.PROGRESSING,
                facts,
                conditions,
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                waitsFor.stream().map(message -> Map.of("message", message)).toList(),
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
        return StatusScreen.of(overview, NOW, 80, Help.defaultColorScheme(Ansi.OFF));
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

                        CONDITION   STATUS   AGE   REASON
                        Available   True     4h    AsExpected
                          all is well
                        """);
    }

    @Test
    void showsMessageOnceAndWrapsIt() {
        String cause =
                "the configuration of CloudControllerManager cluster was taken back: @|red unknown|@ flag: --concurrent";
        Map<String, String> condition = new LinkedHashMap<>(condition(""));
        condition.put("message", cause);
        Map<String, String> event = Map.of(
                "time",
                "",
                "type",
                "Warning",
                "reason",
                "TakenBack",
                "kind",
                "CloudControllerManager",
                "namespace",
                "",
                "name",
                "cluster",
                "count",
                "3",
                "message",
                cause);
        Overview overview = new Overview(
                Health.UNHEALTHY,
                Map.of("operator", Fact.of("Deployment " + "n".repeat(40) + "/" + "o".repeat(40))),
                List.of(condition, condition),
                List.of(Map.of(
                        "kind", "Deployment", "namespace", "n".repeat(40), "name", "a".repeat(63), "state", "exists")),
                List.of(),
                List.of(),
                List.of(),
                List.of(),
                List.of(event),
                List.of());

        assertThat(screen(overview).lines())
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80))
                .containsOnlyOnce(
                        "  the configuration of CloudControllerManager cluster was taken back: @|red",
                        "  unknown|@ flag: --concurrent");
        assertThat(screen(overview)).containsOnlyOnce("taken back").contains("\nEVENT       AGE       TYPE ");
    }

    @ParameterizedTest
    @CsvSource({"HEALTHY, 32", "PROGRESSING, 33", "UNHEALTHY, 31"})
    void colorsHealth(Health health, String color) {
        List<Map<String, String>> none = List.of();
        Overview overview = new Overview(health, Map.of(), none, none, none, none, none, List.of(), none, List.of());

        assertThat(StatusScreen.of(overview, NOW, 80, Help.defaultColorScheme(Ansi.ON)))
                .startsWith("HEALTH   \u001b[" + color + "m" + health.name().toLowerCase(Locale.ROOT) + "\u001b[");
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

                STATE            OTHER
                held by node-1   Lease kube-system/ccm
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
