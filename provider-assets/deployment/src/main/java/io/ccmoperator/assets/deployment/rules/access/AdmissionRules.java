// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.rules.access;

import static io.ccmoperator.assets.deployment.findings.Rule.rule;

import io.ccmoperator.assets.deployment.cel.AdmissionExpressions;
import io.ccmoperator.assets.deployment.cel.AdmissionExpressions.Result;
import io.ccmoperator.assets.deployment.findings.Findings;
import io.ccmoperator.assets.deployment.findings.Rule;
import io.ccmoperator.assets.deployment.provider.ProviderDocument;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** The rule that the expressions of admission policies compile, as the API server compiles them. */
public final class AdmissionRules {
    /** For each object. */
    public static final List<Rule<ProviderDocument>> RULES =
            List.of(of("ValidatingAdmissionPolicy", rule("policy-expression", AdmissionRules::expressions)));

    private AdmissionRules() {}

    /** A rule for the spec of each object of a kind. */
    public static Rule<ProviderDocument> of(String kind, Rule<FieldReader> rule) {
        return (document, findings) -> {
            if (document.manifest().kind().equals(kind)) {
                rule.check(document.fields().field("spec"), findings);
            }
        };
    }

    private static void expressions(FieldReader spec, Findings findings) {
        AdmissionExpressions expressions =
                new AdmissionExpressions(spec.field("paramKind").exists());
        for (FieldReader condition : spec.field("matchConditions").items()) {
            check(condition.field("expression"), expressions::faultOfMatchCondition, findings);
        }
        for (FieldReader variable : spec.field("variables").items()) {
            String name = variable.string("name");
            check(variable.field("expression"), expression -> expressions.declare(name, expression), findings);
        }
        for (FieldReader validation : spec.field("validations").items()) {
            check(validation.field("expression"), text -> expressions.fault(text, Result.BOOLEAN), findings);
            check(validation.field("messageExpression"), text -> expressions.fault(text, Result.STRING), findings);
        }
        for (FieldReader annotation : spec.field("auditAnnotations").items()) {
            check(
                    annotation.field("valueExpression"),
                    text -> expressions.fault(text, Result.STRING_OR_NULL),
                    findings);
        }
    }

    private static void check(FieldReader expression, Function<String, Optional<String>> fault, Findings findings) {
        if (!expression.exists() || !(expression.value() instanceof String)) {
            return;
        }
        if (expression.string().isBlank()) {
            findings.addDecisive(expression, null, "is empty; write an expression");
            return;
        }
        fault.apply(expression.string()).ifPresent(reason -> findings.add(expression, reason));
    }
}
