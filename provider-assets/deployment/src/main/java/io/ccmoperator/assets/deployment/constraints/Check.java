// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.constraints;

import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/**
 * A condition on a value, and what is wrong where it does not hold.
 *
 * @param rule the id of the rule
 * @param ofAbsent whether the condition is one for a field that does not exist, too
 * @param condition whether a value is valid
 * @param reason what is wrong with one that is not
 */
record Check(String rule, boolean ofAbsent, Predicate<Scope> condition, Function<Scope, String> reason) {
    /**
     * What is wrong; empty for a valid value.
     *
     * @throws Expression.EvaluationException if an expression has no result; it names the rule
     */
    Optional<String> fault(Scope scope) {
        try {
            return (scope.field().exists() || ofAbsent) && !condition.test(scope)
                    ? Optional.of(reason.apply(scope))
                    : Optional.empty();
        } catch (Expression.EvaluationException e) {
            throw e.of(rule);
        }
    }

    /** The same for values that meet a condition; others are valid. */
    Check when(Predicate<Scope> precondition) {
        return new Check(rule, ofAbsent, precondition.negate().or(condition), reason);
    }

    /** The same as a part of another rule. */
    Check as(String otherRule) {
        return new Check(otherRule, ofAbsent, condition, reason);
    }

    /** The same for the names of fields instead of their values. */
    Check ofNames() {
        return of(Scope::ofName);
    }

    /** The same for the first group of strings that match a pattern; others are valid. */
    Check of(Pattern pattern) {
        return of(scope -> scope.of(pattern))
                .when(scope -> pattern.matcher(scope.text()).matches());
    }

    private Check of(UnaryOperator<Scope> judged) {
        return new Check(
                rule,
                ofAbsent,
                scope -> condition.test(judged.apply(scope)),
                scope -> reason.apply(judged.apply(scope)));
    }
}
