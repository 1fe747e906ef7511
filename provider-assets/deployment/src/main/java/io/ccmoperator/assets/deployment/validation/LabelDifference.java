// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.List;

/** Which labels of a selector are not those of its Pods, for messages. */
final class LabelDifference {
    private LabelDifference() {}

    /** Each label that differs; empty where none does. */
    static String of(FieldReader selector, FieldReader labels) {
        if (labels.map().isEmpty()) {
            return labels.path() + " has no labels";
        }
        List<String> differences = new ArrayList<>();
        labels.map().forEach((label, value) -> {
            if (!selector.map().containsKey(label)) {
                differences.add("lacks " + label + ": " + value);
            } else if (!selector.field(label).is(value)) {
                differences.add(label + " is " + selector.field(label).value() + " here and " + value + " there");
            }
        });
        selector.map().keySet().stream()
                .filter(label -> !labels.map().containsKey(label))
                .forEach(label -> differences.add("the Pods lack " + label));
        return String.join(", ", differences);
    }
}
