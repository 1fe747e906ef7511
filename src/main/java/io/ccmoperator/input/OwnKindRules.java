// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rules of the operator's own kind that its definition has as expressions (CEL, {@code x-kubernetes-validations}). A command has no
 * interpreter of these: each expression is here with what it says. A test compares them with the definition, and with an API server.
 */
final class OwnKindRules {
    /** The rule on the names of a map, whose limits are taken from the expression. */
    private static final Pattern NAMES =
            Pattern.compile("self\\.all\\(name, size\\(name\\) <= (\\d+) && name\\.matches\\('(.*)'\\)\\)");

    private static final Map<String, Predicate<FieldReader>> RULES = Map.of(
            // An object in a file has no earlier state.
            "self == oldSelf",
            self -> true,
            "self.metadata.name == 'cluster'",
            self -> self.string("metadata", "name").equals("cluster"),
            "!has(self.value) || !has(self.valueFrom)",
            self -> !has(self, "value") || !has(self, "valueFrom"),
            "has(self.secretKeyRef) != has(self.configMapKeyRef)",
            self -> has(self, "secretKeyRef") != has(self, "configMapKeyRef"),
            "has(self.configMap) != has(self.secret)",
            self -> has(self, "configMap") != has(self, "secret"),
            "self.platform == 'External' ? has(self.provider) && self.provider != '' : !has(self.provider)",
            self -> self.string("platform").equals("External")
                    ? !self.string("provider").isEmpty()
                    : !has(self, "provider"),
            "has(self.key) && self.key != '' || has(self.operator) && self.operator == 'Exists'",
            self -> !self.string("key").isEmpty() || self.string("operator").equals("Exists"),
            "!has(self.operator) || self.operator != 'Exists' || !has(self.value) || self.value == ''",
            self -> !self.string("operator").equals("Exists")
                    || self.string("value").isEmpty(),
            "!has(self.tolerationSeconds) || has(self.effect) && self.effect == 'NoExecute'",
            self -> !has(self, "tolerationSeconds") || self.string("effect").equals("NoExecute"));

    private OwnKindRules() {}

    /**
     * Whether a value follows a rule.
     *
     * @throws IllegalStateException if the rule is not known here
     */
    static boolean holds(String expression, FieldReader self) {
        Matcher names = NAMES.matcher(expression);
        if (names.matches()) {
            return self.map().keySet().stream()
                    .allMatch(
                            name -> name.length() <= Integer.parseInt(names.group(1)) && matches(names.group(2), name));
        }
        Predicate<FieldReader> rule = RULES.get(expression);
        if (rule == null) {
            throw new IllegalStateException("the kind has the rule " + expression + ", which is not known here");
        }
        return rule.test(self);
    }

    /** Whether a string matches a pattern of the definition. There the end is the end, in Java it may be before a line break. */
    static boolean matches(String pattern, String text) {
        return Pattern.compile(pattern.endsWith("$") ? pattern.substring(0, pattern.length() - 1) + "\\z" : pattern)
                .matcher(text)
                .find();
    }

    private static boolean has(FieldReader self, String field) {
        return self.field(field).exists();
    }
}
