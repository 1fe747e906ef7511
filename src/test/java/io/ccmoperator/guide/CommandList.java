// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.guide;

import io.ccmoperator.guide.GuideStep.Commands;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;

/** All blocks of commands in the guides, with those that were executed. */
final class CommandList {
    private final Set<String> executed = new HashSet<>();

    void executed(String guide, Commands step) {
        executed.add(place(guide, step));
    }

    /** A table in Markdown, with the number of blocks by what became of them in front. */
    String text() {
        StringBuilder rows = new StringBuilder();
        Map<String, AtomicInteger> counts = new TreeMap<>();
        for (String guide : GuideFiles.all()) {
            for (GuideStep step : GuideFiles.steps(guide)) {
                if (step instanceof Commands commands) {
                    String result = result(guide, commands);
                    counts.computeIfAbsent(result, key -> new AtomicInteger()).incrementAndGet();
                    rows.append("| %s | `%s` | %s |%n"
                            .formatted(
                                    place(guide, commands), firstLine(commands).replace("|", "\\|"), result));
                }
            }
        }
        StringBuilder text = new StringBuilder("# Commands of the guides\n\n");
        counts.forEach((result, count) -> text.append("- %s: %s%n".formatted(result, count)));
        return text.append("\n| block | first line | |\n|---|---|---|\n")
                .append(rows)
                .toString();
    }

    private String result(String guide, Commands step) {
        return step.reason()
                .map(reason -> reason.startsWith("executed by ") ? reason : "not executed: " + reason)
                .orElse(executed.contains(place(guide, step)) ? "executed" : "not executed in this run");
    }

    private static String place(String guide, Commands step) {
        return guide + ":" + step.line();
    }

    private static String firstLine(Commands step) {
        return step.commands().get(0).text().lines().findFirst().orElse("");
    }
}
