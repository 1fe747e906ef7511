// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.access;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Rules on what belongs to an admission policy: its binding, and the parameters of both. */
public final class AdmissionReferenceRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES = List.of(
            rule("policy-binding-exists", AdmissionReferenceRules::bound),
            rule("policy-parameters", AdmissionReferenceRules::parameters));

    private AdmissionReferenceRules() {}

    private static void bound(ParsedProvider provider, Findings findings) {
        Set<String> bound = provider.assetsOf("ValidatingAdmissionPolicyBinding").stream()
                .map(binding -> binding.string("spec", "policyName"))
                .collect(Collectors.toSet());
        Set<String> policies = provider.assetsOf("ValidatingAdmissionPolicy").stream()
                .map(policy -> policy.string("metadata", "name"))
                .collect(Collectors.toSet());
        provider.assetsOf("ValidatingAdmissionPolicy").stream()
                .map(policy -> policy.field("metadata", "name"))
                .filter(name -> provider.complete()
                        && !name.string().isEmpty()
                        && !bound.contains(name.string())
                        // A binding of another name is another finding.
                        && policies.containsAll(bound))
                .forEach(name -> findings.add(
                        name,
                        "no ValidatingAdmissionPolicyBinding of the provider has this policyName, so that the policy judges"
                                + " nothing; add one, or leave the policy out"));
    }

    private static void parameters(ParsedProvider provider, Findings findings) {
        Set<String> own = provider.assetsOf("ConfigMap").stream()
                .map(object -> object.string("metadata", "name"))
                .collect(Collectors.toSet());
        Set<String> withParameters = provider.assetsOf("ValidatingAdmissionPolicy").stream()
                .filter(policy -> policy.field("spec", "paramKind").exists())
                .map(policy -> policy.string("metadata", "name"))
                .collect(Collectors.toSet());
        for (FieldReader policy : provider.assetsOf("ValidatingAdmissionPolicy")) {
            FieldReader kind = policy.field("spec", "paramKind", "kind");
            if (kind.exists() && !kind.string().isEmpty() && !kind.is("ConfigMap")) {
                findings.add(kind, "a provider brings no objects of kind " + kind.string() + "; take a ConfigMap");
            }
        }
        for (FieldReader binding : provider.assetsOf("ValidatingAdmissionPolicyBinding")) {
            FieldReader reference = binding.field("spec", "paramRef");
            FieldReader name = reference.field("name");
            if (reference.exists() && !withParameters.contains(binding.string("spec", "policyName"))) {
                findings.add(reference, "the policy has no paramKind; add it there, or leave paramRef out");
            } else if (name.exists() && !own.contains(name.string()) && provider.complete()) {
                findings.add(name, "the provider has no ConfigMap " + name.string() + "; add it to assets/");
            }
        }
    }
}
