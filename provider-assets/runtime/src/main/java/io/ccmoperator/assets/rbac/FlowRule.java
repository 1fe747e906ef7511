// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rbac;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A rule of a role as YAML on one line, for messages. */
public final class FlowRule {
    private FlowRule() {}

    /**
     * The rule as an item of a list, such as {@code - {apiGroups: [""], resources: [nodes], verbs: [get]}}.
     *
     * @param rule lists of strings by their keys
     */
    public static String of(Map<String, Object> rule) {
        return rule.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + list((List<?>) entry.getValue()))
                .collect(Collectors.joining(", ", "- {", "}"));
    }

    /** Strings as YAML on one line. */
    public static String list(List<?> items) {
        return items.stream().map(item -> quoted(item.toString())).collect(Collectors.joining(", ", "[", "]"));
    }

    /** In a list on one line, a colon may end a key. */
    private static String quoted(String text) {
        return text.matches("[A-Za-z][A-Za-z0-9./-]*") ? text : "\"" + text + "\"";
    }
}
