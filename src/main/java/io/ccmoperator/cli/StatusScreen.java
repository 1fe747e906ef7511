// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.overview.Overview;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Help.Ansi.Style;
import picocli.CommandLine.Help.ColorScheme;

/** An overview as one screen of text. Each message is in it once, however many conditions and events have it. */
record StatusScreen(
        Overview overview, Instant now, int columns, ColorScheme colors, StringBuilder screen, Set<String> messages) {
    /** From good to bad. */
    private static final List<Style> COLORS = List.of(Style.fg_green, Style.fg_yellow, Style.fg_red);

    /**
     * The screen.
     *
     * @param now times are shown as ages
     * @param columns no line is longer
     * @param colors whether the health has one
     */
    static String of(Overview overview, Instant now, int columns, ColorScheme colors) {
        return new StatusScreen(overview, now, columns, colors, new StringBuilder(), new HashSet<>()).text();
    }

    private String text() {
        facts();
        lines(
                "WAITS FOR",
                overview.waitsFor().stream().map(row -> row.get("message")).toList());
        table("CONDITION STATUS AGE REASON", overview.conditions(), "type status since reason");
        // The last column is wrapped: what is longest is in it.
        table("STATE OBJECT", overview.objects(), "state name");
        table("STATE OTHER", overview.others(), "state name");
        table("AGE CLOUD", overview.cloud(), "since name");
        table("CONFIGMAP SOURCE", overview.sources(), "of source");
        table("EVENT AGE TYPE COUNT OBJECT", overview.events(), "reason time type count name");
        lines("NOT READABLE", overview.unreadable());
        return screen.toString();
    }

    private void facts() {
        List<List<String>> facts = new ArrayList<>();
        overview.facts().forEach((name, fact) -> {
            boolean isTime = name.equals("renewed") && !fact.text().isEmpty();
            facts.add(List.of(name, isTime ? age(fact.text()) + " ago" : fact.text()));
        });
        String health = overview.health().name().toLowerCase(Locale.ROOT);
        List<String> lines = new Table(List.of("HEALTH", health), facts).within(columns);
        Style color = COLORS.get(overview.health().ordinal());
        screen.append(lines.get(0)
                .replace(health, colors.apply(health, List.of(color)).toString()));
        lines.subList(1, lines.size()).forEach(screen::append);
    }

    private void table(String head, List<Map<String, String>> rows, String keys) {
        if (rows.isEmpty()) {
            return;
        }
        List<List<String>> cells = rows.stream()
                .map(row ->
                        Stream.of(keys.split(" ")).map(key -> cell(key, row)).toList())
                .toList();
        List<String> lines = new Table(List.of(head.split(" ")), cells).within(columns);
        screen.append('\n').append(lines.get(0));
        for (int i = 0; i < rows.size(); i++) {
            screen.append(lines.get(i + 1));
            message(rows.get(i).getOrDefault("message", ""));
        }
    }

    private void message(String message) {
        if (!message.isEmpty() && messages.stream().noneMatch(said -> said.contains(message))) {
            messages.add(message);
            screen.append(Table.paragraph(message, 2, columns));
        }
    }

    private void lines(String head, List<String> lines) {
        if (!lines.isEmpty()) {
            screen.append('\n').append(head).append('\n');
            lines.forEach(this::message);
        }
    }

    private String cell(String key, Map<String, String> row) {
        return switch (key) {
            case "since", "time" -> age(row.get(key));
            // As messages name an object.
            case "name" ->
                row.get("kind") + " "
                        + Stream.of(row.get("namespace"), row.get(key))
                                .filter(part -> !part.isEmpty())
                                .collect(Collectors.joining("/"));
            case "state" ->
                row.get(key)
                        + (row.containsKey("desired")
                                ? ", " + row.get("available") + "/" + row.get("desired") + " available"
                                : "");
            default -> row.get(key);
        };
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
