// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.cel;

import dev.cel.common.CelIssue;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.deployment.text.DidYouMean;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Says what is wrong with an expression that does not compile: the compiler names tokens of its grammar, not the remedy. */
final class ExpressionFault {
    private static final Pattern UNDECLARED = Pattern.compile("undeclared reference to '([^']*)'.*");
    private static final Pattern UNDEFINED = Pattern.compile("undefined field '([^']*)'.*");
    private static final Pattern UNEXPECTED = Pattern.compile(
            "(?:mismatched input|extraneous input|no viable alternative at input|token recognition error at:) '(.*?)\\s*'"
                    + "(?: expecting.*)?");
    private static final Pattern OVERLOAD =
            Pattern.compile("found no matching overload for '_?([^']*?)_?' applied to '([^']*)'.*");

    private static final Map<String, String> REMEDIES = Map.of(
            "=", "write == to compare",
            "&", "write && for and",
            "|", "write || for or",
            "and", "write && for and",
            "or", "write || for or",
            "not", "write ! for not");

    private ExpressionFault() {}

    /**
     * The names that an expression may use.
     *
     * @param global variables of the API server
     * @param functions functions of CEL and of Kubernetes
     * @param variables variables of the policy
     */
    record Names(Set<String> global, Set<String> functions, Set<String> variables) {
        Names {
            global = Ordered.copy(global);
            functions = Ordered.copy(functions);
            variables = Ordered.copy(variables);
        }
    }

    static String reason(CelIssue issue, Names names) {
        return "the expression does not compile, line "
                + issue.getSourceLocation().getLine() + ", column "
                + (issue.getSourceLocation().getColumn() + 1) + ": " + cause(issue.getMessage(), names);
    }

    private static String cause(String message, Names names) {
        Matcher undeclared = UNDECLARED.matcher(message);
        if (undeclared.matches()) {
            return undeclared(undeclared.group(1), names);
        }
        Matcher undefined = UNDEFINED.matcher(message);
        if (undefined.matches()) {
            Set<String> fields = new TreeSet<>(names.variables());
            CelTypes.structs().forEach(struct -> fields.addAll(struct.fieldNames()));
            fields.remove(undefined.group(1));
            return "there is no field or variable " + undefined.group(1)
                    + DidYouMean.nearest(undefined.group(1), fields)
                            .map(near -> "; is " + near + " meant?")
                            .orElse("; declare a variable of the policy in spec.variables");
        }
        Matcher unexpected = UNEXPECTED.matcher(message);
        if (unexpected.matches()) {
            return unexpected(unexpected.group(1));
        }
        Matcher overload = OVERLOAD.matcher(message);
        if (overload.matches()) {
            return "'" + overload.group(1) + "' does not take " + overload.group(2)
                    + "; convert the values, or call another" + " function";
        }
        return message;
    }

    private static String undeclared(String name, Names names) {
        if (name.equals("params")) {
            return "there are no params; add paramKind to the policy";
        }
        if (name.equals("variables")) {
            return "the variables of the policy are not known in a match condition; write their expressions here";
        }
        Set<String> all = new TreeSet<>(names.global());
        all.addAll(names.functions());
        Optional<String> near = DidYouMean.nearest(name, all);
        return "there is no variable or function " + name + "; "
                + near.map(other -> "is " + other + " meant?")
                        .orElse("variables are " + String.join(", ", names.global()));
    }

    private static String unexpected(String token) {
        if (token.equals("<EOF>")) {
            return "the expression ends before it is complete";
        }
        if (token.equals("'") || token.equals("\"")) {
            return "a quote is not closed";
        }
        return "unexpected '" + token + "'"
                + Optional.ofNullable(REMEDIES.get(token))
                        .map(remedy -> "; " + remedy)
                        .orElse("");
    }
}
