// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import io.ccmoperator.assets.findings.RuleDescription;
import io.ccmoperator.assets.findings.RuleDescription.Purpose;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The page docs/providers/rules.md: what each rule of the build requires. */
final class RulesPage {
    private static final String HEAD = """
            # The rules of the build

            What the build requires of a provider, by the name that each message has in brackets at its end.
            [Adding a provider](adding-a-provider.md#the-rules) has what an author decides before that.
            """;

    private static final Map<Purpose, List<String>> SECTIONS = Map.of(
            Purpose.KUBERNETES,
            List.of(
                    "What Kubernetes requires",
                    "Kubernetes ignores what breaks these rules, drops it without a word, or says so when a Pod does not start. What"
                            + " an API server refuses is no rule: [a dry run](adding-a-provider.md#what-kubernetes-requires) shows it."),
            Purpose.OPERATOR,
            List.of("What protects the cluster and the operator", "No descriptor can accept a breach of these rules."),
            Purpose.LINT,
            List.of(
                    "Lint",
                    "What breaks these rules is rarely what is meant. Where it is, the descriptor"
                            + " [accepts](adding-a-provider.md#accepted-rules) it for the object."),
            Purpose.REMARK,
            List.of("Remarks", "The build prints what breaks these rules, and does not fail."));

    private RulesPage() {}

    static String text() {
        StringBuilder page = new StringBuilder(HEAD);
        for (Purpose purpose : Purpose.values()) {
            List<String> section = SECTIONS.get(purpose);
            page.append("\n## %s\n\n%s\n\n| rule | what it requires, or why |\n|---|---|\n"
                    .formatted(section.get(0), section.get(1)));
            page.append(RuleDescription.all().values().stream()
                    .filter(rule -> rule.purpose() == purpose)
                    .map(rule -> "| `%s` | %s |\n".formatted(rule.id(), cell(rule.text())))
                    .collect(Collectors.joining()));
        }
        return page.toString();
    }

    private static String cell(String text) {
        return text.strip().replace("|", "\\|").replace("<", "&lt;").replace("*", "\\*");
    }
}
