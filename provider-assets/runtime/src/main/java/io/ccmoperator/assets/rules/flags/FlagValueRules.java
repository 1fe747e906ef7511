// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.flags;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.FlagType;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.Flag;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Program;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rules on how flags are written, by what is known of the program: with a wrong one, it ends at once. */
public final class FlagValueRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES = List.of(
            rule("flag-dashes", FlagValueRules::dashes),
            rule("known-flag", FlagValueRules::spelling),
            rule("flag-value", FlagValueRules::values));

    private static final Pattern TYPOGRAPHIC_DASH = Pattern.compile("[\u2010-\u2015\u2212].*", Pattern.DOTALL);
    private static final Pattern TYPOGRAPHIC_QUOTE = Pattern.compile("^--?[\\w-]+=[\u2018-\u201F]");
    private static final Pattern SECOND_FLAG = Pattern.compile("=\\S*\\s+--?([a-z][a-z0-9-]*)");
    private static final Pattern OUTER_BLANK = Pattern.compile("(\\s+--?\\w.*|--?\\w.*\\s)", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private FlagValueRules() {}

    private static void dashes(ParsedProvider provider, Findings findings) {
        for (Container container : containers(provider)) {
            Program program = provider.program(container.name());
            for (FieldReader item : container.args().items()) {
                String text = item.string();
                Matcher second = SECOND_FLAG.matcher(text);
                if (TYPOGRAPHIC_DASH.matcher(text).matches()) {
                    findings.add(item, "begins with a typographic dash; write two hyphens: --");
                } else if (TYPOGRAPHIC_QUOTE.matcher(text).find()) {
                    findings.add(item, "has typographic quotes, which no shell removes; leave them out");
                } else if (OUTER_BLANK.matcher(text).matches()) {
                    findings.add(
                            item,
                            "has a blank or a line break at an end, which no shell removes; write " + text.strip());
                } else if (second.find() && program.type(second.group(1)).isPresent()) {
                    findings.add(
                            item, "has two flags in one argument; write --" + second.group(1) + " as the next item");
                }
            }
        }
    }

    private static void spelling(ParsedProvider provider, Findings findings) {
        for (Container container : containers(provider)) {
            Program program = provider.program(container.name());
            for (Flag flag : container.flags()) {
                boolean oneDash =
                        !flag.field().string().startsWith("--") && flag.name().length() > 1;
                if (flag.name().contains(" ")) {
                    continue; // Another finding.
                }
                if (!NAME.matcher(flag.name()).matches()) {
                    findings.add(
                            flag.field(),
                            "the name of a flag has a character that is not a letter, a digit or a hyphen of ASCII; type"
                                    + " --"
                                    + program.meant(flag.name()).orElse("<name>") + " again");
                } else if (oneDash && program.type(flag.name()).isPresent()) {
                    findings.add(flag.field(), "a flag has two hyphens; write --" + flag.name());
                } else if (container.isOfCloud() || program.isComplete()) {
                    program.rejection(flag.name()).ifPresent(reason -> findings.add(flag.field(), reason));
                }
            }
        }
    }

    private static void values(ParsedProvider provider, Findings findings) {
        for (Container container : containers(provider)) {
            Program program = provider.program(container.name());
            if (!container.isOfCloud() && !program.isComplete()) {
                continue;
            }
            List<FieldReader> args = container.args().items();
            for (Flag flag : container.flags()) {
                FlagType type = program.type(flag.name()).orElse(FlagType.STRING);
                boolean attached = flag.field().string().contains("=");
                int next = args.indexOf(flag.field()) + 1;
                String following =
                        next > 0 && next < args.size() ? args.get(next).string() : "-";
                if (!attached && following.startsWith("-")) {
                    continue;
                }
                if (!attached && type == FlagType.BOOLEAN) {
                    findings.add(
                            args.get(next),
                            "a boolean flag takes its value after '='; write --" + flag.name() + "=" + following
                                    + " as one item");
                    continue;
                }
                String value = attached ? flag.value() : following;
                if (!(flag.isVariable() && value.isEmpty()) && !value.contains("$(") && !type.accepts(value)) {
                    findings.add(
                            flag.field(),
                            "the value of --" + flag.name() + " is '" + value + "' but has to be "
                                    + type.description());
                }
            }
        }
    }

    private static List<Container> containers(ParsedProvider provider) {
        return provider.pods().stream()
                .flatMap(pod -> pod.allContainers().stream())
                .toList();
    }
}
