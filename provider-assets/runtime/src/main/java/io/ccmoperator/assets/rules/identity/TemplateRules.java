// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.identity;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.provider.UnquotedTemplate;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rules on text of template languages. No component expands templates: the API server would get the text as it is. */
public final class TemplateRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES =
            List.of(rule("template", TemplateRules::assets), rule("template", TemplateRules::descriptor));

    /** Helm, Go and Jinja; CEL has no such text. */
    private static final Pattern TEMPLATE = Pattern.compile("\\{\\{.*?}}|\\{%.*?%}|<%.*?%>", Pattern.DOTALL);

    private static final Pattern SHELL = Pattern.compile("\\$\\{[A-Za-z_][A-Za-z0-9_]*}");

    private TemplateRules() {}

    private static void assets(ParsedProvider provider, Findings findings) {
        for (ProviderDocument document : provider.documents()) {
            Set<String> found = new HashSet<>();
            document.fields().members().stream()
                    .filter(member -> !member.path().toString().equals("data"))
                    .forEach(member -> value(member, found, findings));
        }
    }

    private static void descriptor(ParsedProvider provider, Findings findings) {
        provider.descriptorDocument().ifPresent(document -> value(document.fields(), new HashSet<>(), findings));
    }

    /** Adds a finding for the first of several equal strings in a document; rules that run later are silent on all of them. */
    private static void value(FieldReader field, Set<String> found, Findings findings) {
        field.members().forEach(member -> value(member, found, findings));
        field.items().forEach(item -> value(item, found, findings));
        Matcher template = TEMPLATE.matcher(field.string());
        Matcher shell = SHELL.matcher(field.string());
        if (template.find()) {
            report(field, template.group(), found, findings);
        } else if (shell.find() && !isOfContainer(field)) {
            report(field, shell.group(), found, findings);
        }
    }

    private static void report(FieldReader field, String text, Set<String> found, Findings findings) {
        if (found.add(text)) {
            findings.add(field, reason(text, field));
        }
        findings.decide(field);
    }

    /** Command, arguments and environment have rules of their own: a script may use variables of its shell. */
    private static boolean isOfContainer(FieldReader field) {
        return field.path().toString().matches(".*ontainers\\[\\d+]\\.(command|args|env)\\b.*");
    }

    private static String reason(String found, FieldReader field) {
        return "nothing fills in " + found.replaceAll("\\s+", " ") + "; "
                + UnquotedTemplate.remedy(field.path().toString());
    }
}
