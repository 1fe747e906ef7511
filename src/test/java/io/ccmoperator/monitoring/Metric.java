// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A metric as docs/metrics.md describes it.
 *
 * @param name without the suffixes of a histogram or summary
 * @param usedBy alerts and panels
 */
public record Metric(String name, String type, Set<String> labels, Set<String> usedBy) {
    private static final Pattern ROW = Pattern.compile(
            "^\\| `(?<name>[a-z_]+)` \\| (?<type>[a-z]+) \\|(?<labels>[^|]*)\\|[^|]+\\|(?<use>[^|]*)\\|$",
            Pattern.MULTILINE);
    private static final Pattern NAME = Pattern.compile("\\b(?:ccm_operator|process|jvm)_[a-z_]*[a-z]\\b");

    /** All, by their names. */
    public static Map<String, Metric> documented() {
        Map<String, Metric> metrics = new LinkedHashMap<>();
        Matcher row = ROW.matcher(Guide.text("docs/metrics.md"));
        while (row.find()) {
            metrics.put(
                    row.group("name"),
                    new Metric(
                            row.group("name"),
                            row.group("type"),
                            items(row.group("labels").replace("`", "")),
                            items(row.group("use").replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1"))));
        }
        return metrics;
    }

    /** Those that the operator makes of what it does; the others are of the process, by Micrometer. */
    public static Map<String, Metric> ofOperator() {
        Map<String, Metric> metrics = documented();
        metrics.keySet().removeIf(name -> !name.startsWith("ccm_operator_"));
        return metrics;
    }

    /** The metrics that queries or prose name; those of histograms and summaries by the name of the whole. */
    static Set<String> namedIn(String text) {
        Map<String, Metric> documented = documented();
        return NAME.matcher(text)
                .results()
                .map(match -> whole(match.group(), documented))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String whole(String name, Map<String, Metric> documented) {
        String stem = name.replaceFirst("_(bucket|sum|count)$", "");
        Metric metric = documented.get(stem);
        return metric != null && Set.of("histogram", "summary").contains(metric.type()) ? stem : name;
    }

    private static Set<String> items(String cell) {
        return Stream.of(cell.split(","))
                .map(String::strip)
                .filter(item -> !item.isEmpty())
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
