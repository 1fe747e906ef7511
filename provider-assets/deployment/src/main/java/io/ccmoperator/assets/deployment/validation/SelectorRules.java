// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.Rule.rule;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Map;

/** Rules on the requirements of selectors of labels and of nodes. */
final class SelectorRules {
    /** For each object. */
    static final List<Rule<ProviderDocument>> OF_OBJECTS = List.of(rule(
            "selector-requirement",
            TypeRule.all(List.of(
                    new TypeRule("LabelSelectorRequirement", SelectorRules::ofLabels),
                    new TypeRule("NodeSelectorTerm", SelectorRules::ofNodes)))));

    /** For each workload. */
    static final List<Rule<Pod>> OF_WORKLOADS = List.of(rule("selector-template", SelectorRules::matchesTemplate));

    private static final List<String> WITH_VALUES = List.of("In", "NotIn");
    private static final List<String> WITHOUT_VALUES = List.of("Exists", "DoesNotExist");
    private static final List<String> WITH_NUMBER = List.of("Gt", "Lt");

    private SelectorRules() {}

    private static void ofLabels(FieldReader requirement, Findings findings) {
        FieldReader operator = requirement.field("operator");
        values(requirement, findings);
        if (operator.exists()
                && !WITH_VALUES.contains(operator.string())
                && !WITHOUT_VALUES.contains(operator.string())) {
            findings.add(
                    operator,
                    "unknown value '" + operator.string() + "'; valid values: In, NotIn, Exists, DoesNotExist");
        }
    }

    private static void ofNodes(FieldReader term, Findings findings) {
        for (FieldReader requirement : term.items("matchExpressions")) {
            values(requirement, findings);
            if (WITH_NUMBER.contains(requirement.string("operator"))
                    && requirement.items("values").size() != 1) {
                findings.add(
                        requirement.field("values"),
                        "operator " + requirement.string("operator") + " requires one value, a number");
            }
        }
        for (FieldReader requirement : term.items("matchFields")) {
            if (!requirement.field("key").is("metadata.name")) {
                findings.add(
                        requirement.field("key"), "has to be metadata.name; selectors know no other field of a node");
            }
            if (!WITH_VALUES.contains(requirement.string("operator"))
                    || requirement.items("values").size() != 1) {
                findings.add(requirement, "a field requires operator In or NotIn and one value");
            }
        }
    }

    private static void values(FieldReader requirement, Findings findings) {
        String operator = requirement.string("operator");
        FieldReader values = requirement.field("values");
        if (WITH_VALUES.contains(operator) && values.items().isEmpty()) {
            findings.add(values, "is missing or empty; operator " + operator + " requires values");
        } else if (WITHOUT_VALUES.contains(operator) && !values.items().isEmpty()) {
            findings.add(values, "operator " + operator + " takes no values; leave them out");
        }
    }

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
