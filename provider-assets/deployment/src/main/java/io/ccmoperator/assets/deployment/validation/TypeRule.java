// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.deployment.schema.KubernetesSchema;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Map;

/**
 * A rule on a type of Kubernetes, wherever an object has a part of this type: a port of an HTTPGetAction has the same range in a
 * probe and in a hook, of a container and of an init container.
 *
 * @param type the name of the type in the schema of Kubernetes, without the package
 * @param rule the rule on a part
 */
record TypeRule(String type, Rule<FieldReader> rule) {
    /**
     * The rule that each check succeeds.
     *
     * @throws IllegalArgumentException if the type does not have the field of a check: the check would never find anything
     */
    static TypeRule of(String type, FieldCheck... checks) {
        for (FieldCheck check : checks) {
            if (!KubernetesSchema.has(type, check.path())) {
                throw new IllegalArgumentException("the schema of Kubernetes has no " + type + "." + check.path());
            }
        }
        return new TypeRule(type, (part, findings) -> List.of(checks).forEach(check -> check.check(part, findings)));
    }

    /** One rule that applies others to the parts of an object. */
    static Rule<ProviderDocument> all(List<TypeRule> rules) {
        return (document, findings) -> {
            Map<String, List<FieldReader>> parts = KubernetesSchema.parts(document.fields());
            rules.forEach(
                    rule -> parts.getOrDefault(rule.type, List.of()).forEach(part -> rule.rule.check(part, findings)));
        };
    }
}
