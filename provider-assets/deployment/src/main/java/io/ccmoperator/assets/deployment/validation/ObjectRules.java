/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.stream.Stream;

/** Rules on fields that only the API server writes, and on the form of selectors. */
final class ObjectRules {
    /** For each object. */
    static final List<Rule<ProviderDocument>> RULES = List.of(
            ObjectRules::fieldsOfServer,
            ObjectRules::selectors,
            ObjectRules::disruptionBudgets,
            ObjectRules::configMaps);

    private static final List<String> OF_SERVER = List.of(
            "creationTimestamp",
            "deletionGracePeriodSeconds",
            "deletionTimestamp",
            "generateName",
            "generation",
            "managedFields",
            "ownerReferences",
            "resourceVersion",
            "selfLink",
            "uid");

    private static final List<String> WITH_VALUES = List.of("In", "NotIn");
    private static final List<String> WITHOUT_VALUES = List.of("Exists", "DoesNotExist");

    private ObjectRules() {}

    /** An object that was read from a cluster has fields that no author writes. */
    private static void fieldsOfServer(ProviderDocument document, Findings findings) {
        FieldReader root = document.fields();
        Stream.concat(OF_SERVER.stream().map(name -> root.field("metadata", name)), Stream.of(root.field("status")))
                .filter(FieldReader::exists)
                .forEach(field -> findings.add(field, "is written by the API server; leave it out"));
    }

    private static void selectors(ProviderDocument document, Findings findings) {
        selectors(document.fields().field("spec"), findings);
    }

    private static void selectors(FieldReader field, Findings findings) {
        field.members().forEach(member -> selectors(member, findings));
        field.items().forEach(item -> selectors(item, findings));
        for (FieldReader requirement : field.field("matchExpressions").items()) {
            FieldReader operator = requirement.field("operator");
            FieldReader values = requirement.field("values");
            boolean ofNodes = field.path().toString().contains("nodeAffinity");
            if (WITH_VALUES.contains(operator.string()) && values.items().isEmpty()) {
                findings.add(values, "is missing or empty; operator " + operator.string() + " requires values");
            } else if (WITHOUT_VALUES.contains(operator.string())
                    && !values.items().isEmpty()) {
                findings.add(values, "operator " + operator.string() + " takes no values; leave them out");
            } else if (!ofNodes
                    && operator.exists()
                    && !WITH_VALUES.contains(operator.string())
                    && !WITHOUT_VALUES.contains(operator.string())) {
                findings.add(
                        operator,
                        "unknown value '" + operator.string() + "'; valid values: In, NotIn, Exists, DoesNotExist");
            }
        }
    }

    private static void disruptionBudgets(ProviderDocument document, Findings findings) {
        FieldReader spec = document.fields().field("spec");
        if (document.manifest().kind().equals("PodDisruptionBudget")
                && spec.field("minAvailable").exists()
                && spec.field("maxUnavailable").exists()) {
            findings.add(spec, "has minAvailable and maxUnavailable; leave one of them out");
        }
    }

    private static void configMaps(ProviderDocument document, Findings findings) {
        if (document.manifest().kind().equals("ConfigMap")) {
            FieldReader root = document.fields();
            root.field("binaryData").members().stream()
                    .filter(member ->
                            root.field("data").map().containsKey(member.path().name()))
                    .forEach(member -> findings.add(member, "data has the same key; rename one of them"));
        }
    }
}
