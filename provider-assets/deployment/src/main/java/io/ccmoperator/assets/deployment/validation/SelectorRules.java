// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.Rule.rule;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Map;

/** The rule that a workload selects the pods that it creates. */
final class SelectorRules {
    /** For each workload. */
    static final List<Rule<Pod>> OF_WORKLOADS = List.of(rule("selector-template", SelectorRules::matchesTemplate));

    private SelectorRules() {}

    private static void matchesTemplate(Pod pod, Findings findings) {
        FieldReader labels = pod.template().field("metadata", "labels");
        pod.object().items("spec", "selector", "matchExpressions").stream()
                .filter(requirement -> !isMet(requirement, labels.map()))
                .forEach(requirement -> findings.add(
                        requirement, "does not match " + labels.path() + ", the labels of the Pods; leave it out"));
    }

    /** False for labels that a valid requirement does not select. */
    private static boolean isMet(FieldReader requirement, Map<String, Object> labels) {
        String key = requirement.string("key");
        List<?> values = requirement.list("values");
        return switch (requirement.string("operator")) {
            case "In" -> values.isEmpty() || values.contains(labels.get(key));
            case "NotIn" -> !values.contains(labels.get(key));
            case "Exists" -> labels.containsKey(key);
            case "DoesNotExist" -> !labels.containsKey(key);
            default -> true;
        };
    }
}
