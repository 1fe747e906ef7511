// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.constraints;

import io.ccmoperator.assets.deployment.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Reads definitions of checks: the name of a format, a map of keywords, or a list of both.
 *
 * @param formats name of a format to its checks
 * @param rule the id of the rule of definitions that have none; empty where each has to have one
 */
record CheckReader(Map<String, List<Check>> formats, String rule) {
    private static final Set<String> KEYWORDS = Set.of(
            "rule",
            "message",
            "when",
            "orEmpty",
            "at",
            "decisive",
            "format",
            "keys",
            "part",
            "required",
            "unique",
            "minimum",
            "maximum",
            "pattern",
            "maxLength",
            "enum",
            "oneOf",
            "cel");

    /**
     * The checks of a definition, in their order.
     *
     * @throws IllegalArgumentException if a format or a keyword is unknown, a rule has no id, or a message is missing
     */
    List<Check> read(FieldReader definition) {
        if (definition.value() instanceof String format) {
            return format(format);
        }
        if (definition.value() instanceof List) {
            return definition.items().stream()
                    .flatMap(item -> read(item).stream())
                    .toList();
        }
        for (String keyword : definition.map().keySet()) {
            if (!KEYWORDS.contains(keyword)) {
                throw new IllegalArgumentException(definition.location() + ": " + keyword + " is not a keyword; "
                        + DidYouMean.hint(keyword, KEYWORDS));
            }
        }
        List<Check> checks = new ArrayList<>();
        if (definition.field("keys").exists()) {
            format(definition.string("keys")).forEach(check -> checks.add(check.ofNames()));
        }
        required(definition, checks);
        range(definition, checks);
        text(definition, checks);
        if (definition.field("unique").exists()) {
            checks.add(check(definition, false, CheckReader::isUnique, message(definition, null)));
        }
        if (definition.field("oneOf").exists()) {
            Alternatives alternatives = new Alternatives(definition.strings("oneOf"), definition.string("message"));
            checks.add(check(definition, false, alternatives::isOne, alternatives::reason));
        }
        if (definition.field("cel").exists()) {
            Expression expression = new Expression(definition.string("cel"));
            checks.add(check(definition, false, expression::holds, message(definition, null)));
        }
        if (definition.field("format").exists()) {
            format(definition.string("format"))
                    .forEach(check -> checks.add(id(definition).isEmpty() ? check : check.as(id(definition))));
        }
        return guarded(definition, checks);
    }

    private List<Check> format(String name) {
        List<Check> checks = formats.get(name);
        if (checks == null) {
            throw new IllegalArgumentException(
                    "there is no format " + name + "; " + DidYouMean.hint(name, formats.keySet()));
        }
        return checks;
    }

    private static List<Check> guarded(FieldReader definition, List<Check> checks) {
        Predicate<Scope> guard = scope -> !(definition.field("orEmpty").is(true) && "".equals(scope.value()));
        if (definition.field("when").exists()) {
            Expression expression = new Expression(definition.string("when"));
            guard = guard.and(expression::holds);
        }
        Predicate<Scope> all = guard;
        List<Check> guarded = checks.stream().map(check -> check.when(all)).toList();
        if (!definition.field("part").exists()) {
            return guarded;
        }
        Pattern part = Pattern.compile(definition.string("part"));
        return guarded.stream().map(check -> check.of(part)).toList();
    }

    private void required(FieldReader definition, List<Check> checks) {
        if (definition.field("required").exists()) {
            String remedy = definition.string("required");
            checks.add(check(
                    definition,
                    true,
                    CheckReader::isPresent,
                    definition.field("message").exists()
                            ? message(definition, null)
                            : scope -> (scope.field().exists() ? "is empty; " : "is missing; ") + remedy));
        }
    }

    private void range(FieldReader definition, List<Check> checks) {
        FieldReader minimum = definition.field("minimum");
        FieldReader maximum = definition.field("maximum");
        if (minimum.exists() || maximum.exists()) {
            String range = maximum.exists()
                    ? minimum.exists()
                            ? "from " + minimum.value() + " to " + maximum.value()
                            : maximum.value() + " or less"
                    : minimum.value() + " or more";
            checks.add(check(
                    definition,
                    false,
                    scope -> !(scope.value() instanceof Number number)
                            || (!minimum.exists() || decimal(number).compareTo(decimal(minimum.value())) >= 0)
                                    && (!maximum.exists() || decimal(number).compareTo(decimal(maximum.value())) <= 0),
                    message(definition, "is {value} but has to be " + range)));
        }
    }

    private void text(FieldReader definition, List<Check> checks) {
        if (definition.field("pattern").exists()) {
            Pattern pattern = Pattern.compile(definition.string("pattern"));
            long length = definition.at("maxLength") instanceof Long most ? most : Long.MAX_VALUE;
            checks.add(check(
                    definition,
                    false,
                    scope -> !(scope.value() instanceof String text)
                            || text.length() <= length && pattern.matcher(text).matches(),
                    message(definition, null)));
        }
        if (definition.field("enum").exists()) {
            List<String> values = definition.strings("enum");
            Function<Scope, String> problem = message(definition, "unknown value '{value}'");
            checks.add(check(
                    definition,
                    false,
                    scope -> !(scope.value() instanceof String text) || values.contains(text),
                    scope -> problem.apply(scope) + "; " + valid(scope.text(), values)));
        }
    }

    private static String valid(String value, List<String> values) {
        return DidYouMean.nearest(value, values)
                        .map(near -> "is " + near + " meant? Valid values: ")
                        .orElse("valid values: ")
                + String.join(", ", values);
    }

    private static boolean isPresent(Scope scope) {
        return scope.value() instanceof List<?> list
                ? !list.isEmpty()
                : scope.field().exists() && !(scope.value() instanceof String text && text.isBlank());
    }

    private static boolean isUnique(Scope scope) {
        return scope.text().isEmpty() || scope.before().stream().noneMatch(other -> other.is(scope.value()));
    }

    private static BigDecimal decimal(Object number) {
        return new BigDecimal(number.toString());
    }

    private Check check(
            FieldReader definition, boolean ofAbsent, Predicate<Scope> condition, Function<Scope, String> reason) {
        String id = id(definition).isEmpty() ? rule : id(definition);
        if (id.isEmpty()) {
            throw new IllegalArgumentException(definition.location() + ": rule is missing; name the id of the rule");
        }
        return new Check(id, ofAbsent, condition, reason);
    }

    /** The id of the rule of a definition or a type, with or without a description; empty where there is none. */
    static String id(FieldReader holder) {
        return holder.field("rule").value() instanceof Map ? holder.string("rule", "id") : holder.string("rule");
    }

    private static Function<Scope, String> message(FieldReader definition, String standard) {
        String template = definition.field("message").exists() ? definition.string("message") : standard;
        if (template == null) {
            throw new IllegalArgumentException(definition.location() + ": message is missing; say what to write");
        }
        return Message.of(template)::display;
    }
}
