// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.findings;

import java.util.List;
import java.util.function.Function;

/**
 * A rule for a subject: a provider, a pod, documents, the payload, or all providers of an application together.
 *
 * @param <T> the subject
 */
public interface Rule<T> {
    /** Adds a finding for each violation. */
    void check(T subject, Findings findings);

    /**
     * A rule with an id, which its findings carry.
     *
     * @throws IllegalArgumentException if no {@link RuleDescription} has the id
     */
    static <T> Rule<T> rule(String id, Rule<T> rule) {
        RuleDescription.of(id);
        return (subject, findings) -> rule.check(subject, findings.of(id));
    }

    /** Turns a rule for a part of a subject into a rule for the subject. */
    static <T, P> Rule<T> on(Function<T, P> part, Rule<P> rule) {
        return (subject, findings) -> rule.check(part.apply(subject), findings);
    }

    /** Rules for each part of a subject, as rules for the subject; a rule checks every part before the next rule runs. */
    static <T, P> List<Rule<T>> onEach(Function<T, List<P>> parts, List<Rule<P>> rules) {
        return rules.stream()
                .<Rule<T>>map(
                        rule -> (subject, findings) -> parts.apply(subject).forEach(part -> rule.check(part, findings)))
                .toList();
    }
}
