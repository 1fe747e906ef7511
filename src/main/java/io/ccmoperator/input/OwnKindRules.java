// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.Quantity;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * The rules of the operator's own kind that its definition has as expressions (CEL, {@code x-kubernetes-validations}). A command has no
 * interpreter of these: each expression is here with what it says. A test compares them with the definition, and with an API server.
 */
final class OwnKindRules {
    /** The rule on the names of a map, whose limits are taken from the expression. */
    private static final Pattern NAMES =
            Pattern.compile("self\\.all\\(name, size\\(name\\) <= (\\d+) && name\\.matches\\('(.*)'\\)\\)");

    /** The rule on the names of resources, which have no limit of their own. */
    private static final Pattern RESOURCES = Pattern.compile("self\\.all\\(name, name\\.matches\\('(.*)'\\)\\)");

    /** The rule on a string, and the one on a list in a string, whose items end with commas. */
    private static final Pattern MATCHES = Pattern.compile("self\\.matches\\(\"(.*)\"\\)");

    private static final Pattern ITEMS = Pattern.compile("\\(self \\+ ','\\)\\.matches\\(\"\\^\\((.*),\\)\\*\\$\"\\)");

    private static final Map<String, Predicate<FieldReader>> RULES = Ordered.copy(rules());

    /** Those on an item of matchExpressions, and on the resources of a container. */
    private static final Map<String, Predicate<FieldReader>> OF_PARTS = Map.of(
            "!has(self.requests) || !has(self.limits) || self.requests.all(name, !(name in self.limits)"
                    + " || quantity(string(self.requests[name])).compareTo(quantity(string(self.limits[name]))) <= 0)",
            self -> self.map("requests").keySet().stream()
                    .allMatch(name ->
                            comparison(self, name).filter(sign -> sign > 0).isEmpty()),
            "!has(self.requests) || self.requests.all(name, !(name.contains('/') || name.startsWith('hugepages-'))"
                    + " || has(self.limits) && name in self.limits"
                    + " && quantity(string(self.requests[name])).compareTo(quantity(string(self.limits[name]))) == 0)",
            self -> self.map("requests").keySet().stream()
                    .filter(name -> name.contains("/") || name.startsWith("hugepages-"))
                    .allMatch(name ->
                            comparison(self, name).filter(sign -> sign == 0).isPresent()),
            "self.operator in ['Exists', 'DoesNotExist'] ? !has(self.values) || size(self.values) == 0"
                    + " : has(self.values) && size(self.values) > 0",
            self -> List.of("Exists", "DoesNotExist").contains(self.string("operator"))
                    == self.list("values").isEmpty(),
            "!(self.operator in ['Gt', 'Lt']) || has(self.values) && size(self.values) == 1"
                    + " && self.values[0].matches('^-?[0-9]{1,18}$')",
            self -> !List.of("Gt", "Lt").contains(self.string("operator"))
                    || self.list("values").size() == 1
                            && matches("^-?[0-9]{1,18}$", self.strings("values").get(0)));

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
        Matcher resources = RESOURCES.matcher(expression);
        if (resources.matches()) {
            return self.map().keySet().stream().allMatch(name -> matches(resources.group(1), name));
        }
        Matcher matches = MATCHES.matcher(expression);
        if (matches.matches()) {
            return matches(matches.group(1), self.string());
        }
        Matcher items = ITEMS.matcher(expression);
        if (items.matches()) {
            // One by one: for a whole list Java's matcher needs as much of the stack as the list is long.
            return Stream.of(self.string().split(",", -1)).allMatch(item -> item.matches(items.group(1)));
        }
        Predicate<FieldReader> rule = RULES.getOrDefault(expression, OF_PARTS.get(expression));
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

    private static Map<String, Predicate<FieldReader>> rules() {
        Map<String, Predicate<FieldReader>> rules = new LinkedHashMap<>();
        // An object in a file has no earlier state.
        rules.put("self == oldSelf", self -> true);
        rules.put(
                "!has(oldSelf.spec) || !has(oldSelf.spec.cluster) || has(self.spec) && has(self.spec.cluster)",
                self -> true);
        rules.put(
                "self.metadata.name == 'cluster'",
                self -> self.string("metadata", "name").equals("cluster"));
        rules.put("!has(self.value) || !has(self.valueFrom)", self -> !has(self, "value") || !has(self, "valueFrom"));
        rules.put(
                "[has(self.secretKeyRef), has(self.configMapKeyRef), has(self.fieldRef)].exists_one(given, given)",
                self -> Stream.of("secretKeyRef", "configMapKeyRef", "fieldRef")
                                .filter(source -> has(self, source))
                                .count()
                        == 1);
        rules.put(
                "has(self.none) != (has(self.secretName) || has(self.tokenAudience))",
                self -> has(self, "none") != (has(self, "secretName") || has(self, "tokenAudience")));
        rules.put("has(self.configMap) != has(self.secret)", self -> has(self, "configMap") != has(self, "secret"));
        rules.put(
                "self.all(item, self.exists_one(other, other == item))",
                self -> self.strings().stream().distinct().count()
                        == self.strings().size());
        rules.put(
                "!has(self.azure) || self.provider == 'azure'",
                self -> !has(self, "azure") || self.string("provider").equals("azure"));
        rules.put(
                "!has(self.vsphere) || self.provider == 'vsphere'",
                self -> !has(self, "vsphere") || self.string("provider").equals("vsphere"));
        rules.put(
                "has(self.key) && self.key != '' || has(self.operator) && self.operator == 'Exists'",
                self -> !self.string("key").isEmpty() || self.string("operator").equals("Exists"));
        rules.put(
                "!has(self.operator) || self.operator != 'Exists' || !has(self.value) || self.value == ''",
                self -> !self.string("operator").equals("Exists")
                        || self.string("value").isEmpty());
        rules.put(
                "!has(self.tolerationSeconds) || has(self.effect) && self.effect == 'NoExecute'",
                self -> !has(self, "tolerationSeconds") || self.string("effect").equals("NoExecute"));
        return rules;
    }

    /** A request compared with the limit of its name; empty where one of them is missing or is no quantity. */
    private static Optional<Integer> comparison(FieldReader self, String name) {
        return Quantity.amount(self.at("requests", name))
                .flatMap(request -> Quantity.amount(self.at("limits", name)).map(request::compareTo));
    }

    private static boolean has(FieldReader self, String field) {
        return self.field(field).exists();
    }
}
