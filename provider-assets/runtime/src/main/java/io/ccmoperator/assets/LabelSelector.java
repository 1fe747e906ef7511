// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Map;

/**
 * A label selector as Kubernetes defines it, such as spec.selector of a PodDisruptionBudget.
 *
 * @param fields the selector, with matchLabels and matchExpressions
 */
public record LabelSelector(FieldReader fields) {
    /** Whether all its conditions are true for labels. An empty selector selects everything, a missing one nothing. */
    public boolean selects(Map<String, Object> labels) {
        return fields.exists()
                && labels.entrySet().containsAll(fields.map("matchLabels").entrySet())
                && fields.items("matchExpressions").stream().allMatch(expression -> isTrue(expression, labels));
    }

    /** The API server accepts no other operators than these. */
    private static boolean isTrue(FieldReader expression, Map<String, Object> labels) {
        Object value = labels.get(expression.string("key"));
        List<?> values = expression.list("values");
        return switch (expression.string("operator")) {
            case "In" -> value != null && values.contains(value);
            case "NotIn" -> value == null || !values.contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            default -> false;
        };
    }
}
