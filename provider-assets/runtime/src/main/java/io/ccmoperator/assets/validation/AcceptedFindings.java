// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.RuleDescription;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.Map;
import java.util.Optional;

/**
 * What a descriptor accepts under {@code accepted}: that an object breaks a lint rule, for a reason. The build continues, and prints
 * it. The rules that protect the cluster and the operator are not up to a provider.
 */
final class AcceptedFindings {
    private AcceptedFindings() {}

    /** Turns what the provider accepts into remarks, after all rules have run; an entry that accepts nothing is a finding. */
    static void of(ParsedProvider provider, Findings findings) {
        if (provider.validDescriptor().isEmpty()) {
            return;
        }
        String folder = provider.folder().descriptorPath().replaceFirst("[^/]*$", "");
        for (FieldReader entry : provider.descriptorFields().items("accepted")) {
            Map<String, RuleDescription> known = RuleDescription.all();
            FieldReader id = entry.field("rule");
            RuleDescription rule = known.get(id.string());
            Optional<String> why =
                    rule == null ? Optional.empty() : rule.purpose().whyNotAccepted();
            if (rule == null) {
                findings.add(id, "there is no rule " + id.string() + "; " + hint(id.string(), known));
            } else if (why.isPresent()) {
                findings.add(
                        id, "the rule " + rule.id() + " cannot be accepted: " + why.get() + "; leave the entry out");
            } else if (!findings.accept(
                    finding -> finding.rule().equals(rule.id())
                            && finding.object().equals(entry.string("object"))
                            && finding.place().startsWith(folder),
                    "accepted: " + entry.string("reason"))) {
                findings.add(
                        entry,
                        "accepts nothing: " + entry.string("object") + " does not break the rule " + rule.id()
                                + "; name the object as the message does, or leave the entry out");
            }
        }
    }

    private static String hint(String id, Map<String, RuleDescription> known) {
        return DidYouMean.nearest(id, known.keySet())
                .map(near -> "is " + near + " meant?")
                .orElse("messages have the rule in brackets at their end");
    }
}
