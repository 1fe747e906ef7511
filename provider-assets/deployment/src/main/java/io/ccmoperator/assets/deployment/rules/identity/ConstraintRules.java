// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.rules.identity;

import static io.ccmoperator.assets.deployment.findings.Rule.rule;

import io.ccmoperator.assets.deployment.constraints.Constraints;
import io.ccmoperator.assets.deployment.constraints.Violation;
import io.ccmoperator.assets.deployment.findings.Findings;
import io.ccmoperator.assets.deployment.findings.Rule;
import io.ccmoperator.assets.deployment.findings.RuleDescription;
import io.ccmoperator.assets.deployment.provider.ProviderDocument;
import io.ccmoperator.assets.deployment.schema.KubernetesSchema;
import java.util.List;

/** Rules that are written as data: {@link Constraints}. */
public final class ConstraintRules {
    /** For each object: what the API server requires beyond its schema. */
    public static final List<Rule<ProviderDocument>> OF_KUBERNETES = List.of(of(Constraints.OF_KUBERNETES));

    /** For each object: what the project requires. */
    public static final List<Rule<ProviderDocument>> OF_PROJECT = List.of(of(Constraints.OF_PROJECT));

    /** For each object, after the rules that know more of a field. */
    public static final List<Rule<ProviderDocument>> OF_EMPTY_FIELDS = List.of(rule(
            "empty-value",
            (document, findings) -> KubernetesSchema.empty(document.fields())
                    .forEach(field -> findings.addDecisive(field, null, "is empty; Kubernetes requires a value"))));

    private ConstraintRules() {}

    private static Rule<ProviderDocument> of(Constraints constraints) {
        constraints.rules().forEach(RuleDescription::of);
        return (document, findings) -> {
            // Of an object of a kind that is not allowed, no type has been checked.
            if (!findings.isDecidedIn(document.fields().field("kind"))) {
                constraints
                        .violations(document.fields(), findings::isDecidedIn)
                        .forEach(violation -> add(violation, findings.of(violation.rule())));
            }
        };
    }

    private static void add(Violation violation, Findings findings) {
        if (violation.decisive()) {
            findings.addDecisive(violation.place(), null, violation.reason());
        } else {
            findings.add(violation.place(), violation.reason());
        }
    }
}
