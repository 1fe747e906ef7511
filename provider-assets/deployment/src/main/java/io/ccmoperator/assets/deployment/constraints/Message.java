// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.constraints;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A message with expressions in braces, which are evaluated only when the message is needed; doubled braces are braces.
 *
 * @param literals what is before, between and after the expressions
 */
record Message(List<String> literals, List<Expression> expressions) {
    private static final Pattern BRACES = Pattern.compile("\\{\\{|}}|\\{([^{}]*)}");

    static Message of(String template) {
        List<String> literals = new ArrayList<>();
        List<Expression> expressions = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        Matcher braces = BRACES.matcher(template);
        while (braces.find()) {
            boolean isText = braces.group(1) == null;
            braces.appendReplacement(
                    text, isText ? Matcher.quoteReplacement(braces.group().substring(1)) : "");
            if (!isText) {
                literals.add(text.toString());
                text.setLength(0);
                expressions.add(new Expression(braces.group(1)));
            }
        }
        literals.add(braces.appendTail(text).toString());
        return new Message(List.copyOf(literals), List.copyOf(expressions));
    }

    String display(Scope scope) {
        StringBuilder message = new StringBuilder();
        for (int index = 0; index < expressions.size(); index++) {
            message.append(literals.get(index)).append(expressions.get(index).display(scope));
        }
        return message.append(literals.get(expressions.size())).toString();
    }
}
