// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import static io.ccmoperator.assets.deployment.validation.Rule.rule;

import io.ccmoperator.assets.deployment.schema.KubernetesSchema;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;

/** Rules on fields that Kubernetes requires although its schema does not say so, and on required fields that are empty. */
final class PresenceRules {
    /** For each object. */
    static final List<Rule<ProviderDocument>> OF_OBJECTS = List.of(rule(
            "required-value",
            TypeRule.all(List.of(
                    reference("ConfigMapVolumeSource", "name", "ConfigMap"),
                    reference("ConfigMapProjection", "name", "ConfigMap"),
                    reference("ConfigMapEnvSource", "name", "ConfigMap"),
                    reference("ConfigMapKeySelector", "name", "ConfigMap"),
                    reference("SecretVolumeSource", "secretName", "Secret"),
                    reference("SecretProjection", "name", "Secret"),
                    reference("SecretEnvSource", "name", "Secret"),
                    reference("SecretKeySelector", "name", "Secret"),
                    reference("LocalObjectReference", "name", "Secret"),
                    new TypeRule("ExecAction", PresenceRules::command),
                    new TypeRule("PodDNSConfigOption", PresenceRules::option),
                    new TypeRule("SeccompProfile", PresenceRules::localProfile),
                    new TypeRule("AppArmorProfile", PresenceRules::localProfile)))));

    /** For each object, after the rules that know more of a field. */
    static final List<Rule<ProviderDocument>> OF_EMPTY_FIELDS = List.of(rule("empty-value", PresenceRules::empty));

    private PresenceRules() {}

    private static TypeRule reference(String type, String field, String kind) {
        return new TypeRule(type, (part, findings) -> {
            if (part.string(field).isEmpty()) {
                missing(part.field(field), "name the " + kind, findings);
            }
        });
    }

    private static void command(FieldReader exec, Findings findings) {
        if (exec.items("command").isEmpty()) {
            missing(exec.field("command"), "write the program and its arguments", findings);
        }
    }

    private static void option(FieldReader option, Findings findings) {
        if (option.string("name").isEmpty()) {
            missing(option.field("name"), "write an option of resolv.conf, such as ndots", findings);
        }
    }

    private static void localProfile(FieldReader profile, Findings findings) {
        FieldReader file = profile.field("localhostProfile");
        if (!profile.field("type").is("Localhost")) {
            if (file.exists()) {
                findings.addDecisive(file, null, "requires type Localhost; leave it out otherwise");
            }
        } else if (file.string().isBlank()) {
            missing(file, "type Localhost requires a profile of the node", findings);
        }
    }

    private static void missing(FieldReader field, String remedy, Findings findings) {
        findings.addDecisive(field, null, (field.exists() ? "is empty; " : "is missing; ") + remedy);
    }

    private static void empty(ProviderDocument document, Findings findings) {
        KubernetesSchema.empty(document.fields())
                .forEach(field -> findings.addDecisive(field, null, "is empty; Kubernetes requires a value"));
    }
}
