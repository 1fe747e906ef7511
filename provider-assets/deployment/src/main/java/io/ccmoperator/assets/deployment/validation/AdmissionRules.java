// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.Rule.rule;

import io.ccmoperator.assets.deployment.cel.AdmissionExpressions;
import io.ccmoperator.assets.deployment.cel.AdmissionExpressions.Result;
import io.ccmoperator.assets.deployment.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/** Rules on admission policies and their bindings, as the API server has them; each expression is compiled. */
final class AdmissionRules {
    /** For each object. */
    static final List<Rule<ProviderDocument>> RULES = List.of(
            of("ValidatingAdmissionPolicy", rule("policy-form", AdmissionRules::policy)),
            of("ValidatingAdmissionPolicy", rule("policy-expression", AdmissionRules::expressions)),
            of("ValidatingAdmissionPolicyBinding", rule("policy-binding-form", AdmissionRules::binding)));

    private static final Pattern IDENTIFIER = Pattern.compile("[_a-zA-Z][_a-zA-Z0-9]*");
    private static final List<String> RULE_LISTS = List.of("apiGroups", "apiVersions", "operations", "resources");
    private static final List<String> REASONS =
            List.of("Unauthorized", "Forbidden", "Invalid", "RequestEntityTooLarge");
    private static final List<String> ACTIONS = List.of("Deny", "Warn", "Audit");

    private AdmissionRules() {}

    /** A rule for the spec of each object of a kind. */
    static Rule<ProviderDocument> of(String kind, Rule<FieldReader> rule) {
        return (document, findings) -> {
            if (document.manifest().kind().equals(kind)) {
                rule.check(document.fields().field("spec"), findings);
            }
        };
    }

    private static void policy(FieldReader spec, Findings findings) {
        if (spec.field("validations").items().isEmpty()
                && spec.field("auditAnnotations").items().isEmpty()) {
            findings.add(
                    spec.field("validations"), "is missing or empty; a policy has validations or auditAnnotations");
        }
        FieldReader rules = spec.field("matchConstraints", "resourceRules");
        if (rules.items().isEmpty()) {
            findings.add(rules, "is missing or empty; name the resources that the policy is for");
        }
        for (FieldReader rule : rules.items()) {
            RULE_LISTS.stream().map(name -> rule.field(name)).forEach(list -> ruleList(list, findings));
        }
        spec.field("validations").items().stream()
                .map(validation -> validation.field("reason"))
                .filter(FieldReader::exists)
                .forEach(reason -> value(reason, REASONS, findings));
        spec.field("paramKind").members().stream()
                .filter(field -> field.string().isEmpty())
                .forEach(field -> findings.add(field, "is empty; paramKind has apiVersion and kind"));
    }

    private static void ruleList(FieldReader list, Findings findings) {
        if (list.items().isEmpty()) {
            findings.add(list, "is missing or empty; a rule has " + String.join(", ", RULE_LISTS));
        } else if (list.items().size() > 1 && list.strings().contains("*")) {
            findings.add(list, "has '*' and more; write ['*'] alone or leave it out");
        }
    }

    private static void expressions(FieldReader spec, Findings findings) {
        AdmissionExpressions expressions =
                new AdmissionExpressions(spec.field("paramKind").exists());
        for (FieldReader condition : spec.field("matchConditions").items()) {
            check(condition.field("expression"), expressions::faultOfMatchCondition, findings);
        }
        for (FieldReader variable : spec.field("variables").items()) {
            FieldReader name = variable.field("name");
            if (name.exists() && !IDENTIFIER.matcher(name.string()).matches()) {
                findings.add(
                        name,
                        "'" + name.string()
                                + "' is not a valid name of a variable; valid are letters, digits and '_', with no"
                                + " digit at the start");
            }
            check(variable.field("expression"), expression -> expressions.declare(name.string(), expression), findings);
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

    private static void binding(FieldReader spec, Findings findings) {
        FieldReader actions = spec.field("validationActions");
        if (actions.exists() && actions.items().isEmpty()) {
            findings.add(actions, "is empty; valid values: " + String.join(", ", ACTIONS));
        }
        actions.items().forEach(action -> value(action, ACTIONS, findings));
        if (new HashSet<>(actions.strings()).size() < actions.items().size()) {
            findings.add(actions, "has a value twice; leave one of them out");
        }
        if (actions.strings().containsAll(List.of("Deny", "Warn"))) {
            findings.add(
                    actions, "has Deny and Warn; a request that is denied is not warned of, leave one of them out");
        }
        FieldReader param = spec.field("paramRef");
        if (param.exists()
                && param.field("name").exists() == param.field("selector").exists()) {
            findings.add(param, "has to have either name or selector");
        }
        if (param.exists()) {
            value(param.field("parameterNotFoundAction"), List.of("Allow", "Deny"), findings);
        }
    }

    private static void value(FieldReader field, List<String> valid, Findings findings) {
        if (!valid.contains(field.string())) {
            findings.add(
                    field,
                    (field.exists() ? "unknown value '" + field.string() + "'; " : "is missing; ")
                            + DidYouMean.nearest(field.string(), valid)
                                    .map(near -> "is " + near + " meant? Valid values: ")
                                    .orElse("valid values: ")
                            + String.join(", ", valid));
        }
    }
}
