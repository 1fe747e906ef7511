// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.overview.Overview;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;

/** An overview as one screen of text. */
final class StatusScreen {
    private final Overview overview;
    private final Instant now;
    private final StringBuilder screen = new StringBuilder();

    private StatusScreen(Overview overview, Instant now) {
        this.overview = overview;
        this.now = now;
    }

    /** @param now times are shown as ages */
    static String of(Overview overview, Instant now) {
        return new StatusScreen(overview, now).text();
    }

    private String text() {
        facts();
        lines("WAITS FOR", overview.waitsFor());
        table("CONDITION STATUS AGE REASON MESSAGE", overview.conditions(), "type status since reason message");
        // The name is the longest: what a narrow terminal wraps comes after the state.
        table("OBJECT STATE NAME NAMESPACE", overview.objects(), "kind state name namespace");
        table("OTHER STATE NAME NAMESPACE", overview.others(), "kind state name namespace");
        table("CLOUD AGE MESSAGE", overview.cloud(), "object since message");
        table("CONFIGMAP SOURCE", overview.sources(), "of source");
        table("EVENT AGE TYPE COUNT OBJECT MESSAGE", overview.events(), "reason time type count object message");
        lines("NOT READABLE", overview.unreadable());
        return screen.toString();
    }

    private void facts() {
        List<List<String>> facts = new ArrayList<>();
        overview.facts().forEach((name, value) -> {
            boolean isTime = name.equals("renewed") && !value.isEmpty();
            facts.add(List.of(name, isTime ? age(value) + " ago" : value));
        });
        String health = overview.health().name().toLowerCase(Locale.ROOT);
        screen.append(new Table(List.of("HEALTH", health), facts));
    }

    private void table(String head, List<Map<String, String>> rows, String keys) {
        if (rows.isEmpty()) {
            return;
        }
        List<List<String>> cells = rows.stream()
                .map(row -> Stream.of(keys.split(" "))
                        .map(key -> cell(key, row.get(key)))
                        .toList())
                .toList();
        screen.append('\n').append(new Table(List.of(head.split(" ")), cells));
    }

    private void lines(String head, List<String> lines) {
        if (!lines.isEmpty()) {
            screen.append('\n').append(head).append('\n');
            lines.forEach(line -> screen.append("  ").append(line).append('\n'));
        }
    }

    private String cell(String key, String value) {
        return key.equals("since") || key.equals("time") ? age(value) : value;
    }

    private String age(String time) {
        try {
            return age(Duration.between(OffsetDateTime.parse(time).toInstant(), now));
        } catch (DateTimeException e) {
            // Other clients write conditions and events too.
            return "unknown";
        }
    }

    /** A duration as kubectl shows ages: one unit of s, m, h or d, such as {@code 5m}; less than nothing, by a clock that is late, is {@code 0s}. */
    static String age(Duration duration) {
        long seconds = Math.max(duration.toSeconds(), 0);
        if (seconds < 120) {
            return seconds + "s";
        } else if (seconds < 7_200) {
            return seconds / 60 + "m";
        }
        return seconds < 172_800 ? seconds / 3_600 + "h" : seconds / 86_400 + "d";
    }
}
