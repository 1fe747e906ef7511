// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.access;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules on the requests that an admission policy judges: one that judges too many, or fails, stops the cluster. */
public final class AdmissionScopeRules {
    /** For each object. */
    public static final List<Rule<ProviderDocument>> OF_OBJECTS = List.of(
            ofPolicies("policy-wildcard", AdmissionScopeRules::wildcards),
            ofPolicies("vital-resource", AdmissionScopeRules::resources),
            ofPolicies("constant-expression", AdmissionScopeRules::constants),
            ofPolicies("null-object", AdmissionScopeRules::nullObjects),
            ofPolicies("absent-key", AdmissionScopeRules::absentKeys));

    /** Resources that the control plane itself writes all the time, or without which no Pod starts. */
    private static final Set<String> VITAL = Set.of(
            "endpoints",
            "endpointslices",
            "events",
            "leases",
            "localsubjectaccessreviews",
            "pods",
            "selfsubjectaccessreviews",
            "serviceaccounts",
            "subjectaccessreviews",
            "tokenreviews");

    private static final Pattern LITERAL = Pattern.compile("'[^']*'|\"[^\"]*\"");

    private static final Pattern INDEX = Pattern.compile("\\.(labels|annotations)\\[['\"]");
    private static final Pattern GUARD = Pattern.compile("\\bin\\s+\\w+\\.metadata\\.|\\bhas\\(|\\.exists\\(|\\.\\?");

    private AdmissionScopeRules() {}

    /** A rule for the spec of each policy. */
    private static Rule<ProviderDocument> ofPolicies(String id, Rule<FieldReader> rule) {
        return rule(id, (document, findings) -> {
            if (document.manifest().kind().equals("ValidatingAdmissionPolicy")) {
                rule.check(document.fields().field("spec"), findings);
            }
        });
    }

    private static void wildcards(FieldReader spec, Findings findings) {
        spec.items("matchConstraints", "resourceRules").stream()
                .flatMap(rule ->
                        Stream.of("apiGroups", "resources", "operations").flatMap(list -> rule.items(list).stream()))
                .filter(item -> item.string().contains("*"))
                .forEach(item -> findings.addDecisive(
                        item,
                        null,
                        "judges requests of all components, which a mistake in the policy would stop; name what the policy is"
                                + " for, such as services"));
    }

    private static void resources(FieldReader spec, Findings findings) {
        boolean limited = !spec.field("matchConditions").items().isEmpty();
        for (FieldReader rule : spec.field("matchConstraints", "resourceRules").items()) {
            ApiResources.check(rule, findings);
            for (FieldReader resource : rule.field("resources").items()) {
                if (!limited && VITAL.contains(resource.string().replaceFirst("/.*", ""))) {
                    findings.add(
                            resource,
                            "the control plane depends on these requests, whoever sends them; add a match condition on"
                                    + " request.userInfo.username, or judge another resource");
                }
            }
        }
    }

    /** An expression that reads nothing of the request rejects all requests or none. */
    private static void constants(FieldReader spec, Findings findings) {
        boolean limited = !spec.field("matchConditions").items().isEmpty();
        Stream.concat(
                        spec.field("matchConditions").items().stream(),
                        limited ? Stream.of() : spec.field("validations").items().stream())
                .map(item -> item.field("expression"))
                .filter(expression -> expression.string().strip().equals("false")
                        || expression.string().strip().equals("true")
                                && expression.path().toString().contains("validations"))
                .forEach(expression -> findings.add(
                        expression,
                        "is the same for all requests; write what an object has to be, by the variable object"));
    }

    /** Of a request to delete, object is null; of one to create, oldObject: reading it fails, and rejects the request. */
    private static void nullObjects(FieldReader spec, Findings findings) {
        Set<String> operations = spec.field("matchConstraints", "resourceRules").items().stream()
                .flatMap(rule -> rule.field("operations").strings().stream())
                .collect(Collectors.toSet());
        List<FieldReader> expressions = expressions(spec);
        String all = expressions.stream().map(FieldReader::string).collect(Collectors.joining(" "));
        for (FieldReader expression : expressions) {
            if (operations.contains("DELETE")) {
                nullObject(expression, "object", "DELETE", all, findings);
            }
            if (operations.contains("CREATE")) {
                nullObject(expression, "oldObject", "CREATE", all, findings);
            }
        }
    }

    private static void nullObject(
            FieldReader expression, String name, String operation, String all, Findings findings) {
        String code = LITERAL.matcher(expression.string()).replaceAll("''");
        boolean reads =
                Pattern.compile("(?<![\\w.])" + name + "\\.").matcher(code).find();
        boolean guarded = Pattern.compile(
                        "(?<![\\w.])" + name + "\\s*[!=]=\\s*null|null\\s*[!=]=\\s*" + name + "\\b|request\\.operation")
                .matcher(all)
                .find();
        if (reads && !guarded) {
            findings.add(
                    expression,
                    name + " is null in a request of operation " + operation + ", which would be rejected; write "
                            + name + " == null || ..., or leave the operation out");
        }
    }

    /** Reading a label or an annotation that an object lacks fails, and rejects the request. */
    private static void absentKeys(FieldReader spec, Findings findings) {
        List<FieldReader> expressions = expressions(spec);
        // A match condition or a variable may test for what a validation reads.
        boolean guarded = expressions.stream()
                .anyMatch(expression -> GUARD.matcher(expression.string()).find());
        if (spec.field("failurePolicy").is("Ignore") || guarded) {
            return;
        }
        expressions.stream()
                .filter(expression -> INDEX.matcher(expression.string()).find())
                .forEach(expression -> findings.add(
                        expression,
                        "rejects objects without the label or annotation; write"
                                + " object.metadata.?labels[?'name'].orValue(''), or test it with has() and in"));
    }

    private static List<FieldReader> expressions(FieldReader spec) {
        return Stream.of("matchConditions", "variables", "validations")
                .flatMap(list -> spec.field(list).items().stream())
                .map(item -> item.field("expression"))
                .toList();
    }
}
