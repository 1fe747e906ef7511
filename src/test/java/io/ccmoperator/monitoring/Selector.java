// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import java.util.List;
import java.util.regex.Pattern;

/**
 * What a query asks for.
 *
 * @param labels that it compares
 */
record Selector(String metric, List<String> labels) {
    private static final Pattern SELECTOR = Pattern.compile("(?<metric>[a-z_]+)\\{(?<matchers>[^}]*)}");
    private static final Pattern LABEL = Pattern.compile("([a-z_]+)(=~|!~|!=|=)\"");

    /** Those of a query that compare labels. */
    static List<Selector> in(String expression) {
        return SELECTOR.matcher(expression)
                .results()
                .map(match -> new Selector(
                        match.group(1),
                        LABEL.matcher(match.group(2))
                                .results()
                                .map(label -> label.group(1))
                                .toList()))
                .toList();
    }
}
