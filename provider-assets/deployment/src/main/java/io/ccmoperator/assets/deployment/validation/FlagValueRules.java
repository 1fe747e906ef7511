/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rules on how the flags that every cloud controller manager has are written: with a wrong one, the program ends at once. */
final class FlagValueRules {
    /** For each pod. */
    static final List<Rule<Pod>> OF_PODS =
            List.of(FlagValueRules::dashes, FlagValueRules::spelling, FlagValueRules::values);

    private static final Pattern TYPOGRAPHIC_DASH = Pattern.compile("[\u2010-\u2015\u2212].*", Pattern.DOTALL);
    private static final Pattern TYPOGRAPHIC_QUOTE = Pattern.compile("^--?[\\w-]+=[\u2018-\u201F]");
    private static final Pattern SECOND_FLAG = Pattern.compile("=\\S*\\s+--?([a-z][a-z0-9-]*)");
    private static final Pattern OUTER_BLANK = Pattern.compile("(\\s+--?\\w.*|--?\\w.*\\s)", Pattern.DOTALL);
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]*");

    private FlagValueRules() {}

    /** A flag begins with two hyphens, has no blanks around it, and is an argument of its own. */
    private static void dashes(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
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
                } else if (second.find() && KnownFlags.type(second.group(1)).isPresent()) {
                    findings.add(
                            item, "has two flags in one argument; write --" + second.group(1) + " as the next item");
                }
            }
        }
    }

    /** A name that is almost that of a known flag is misspelt: the program ends with "unknown flag". */
    private static void spelling(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
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
                                    + KnownFlags.meant(flag.name()).orElse("<name>") + " again");
                } else if (oneDash && KnownFlags.type(flag.name()).isPresent()) {
                    findings.add(flag.field(), "a flag has two hyphens; write --" + flag.name());
                } else if (container.isOfCloud()) {
                    KnownFlags.meant(flag.name())
                            .ifPresent(meant -> findings.add(
                                    flag.field(),
                                    "a cloud controller manager has no flag --" + flag.name() + "; is --" + meant
                                            + " meant?"));
                }
            }
        }
    }

    /** The value of a known flag is of the flag's type. */
    private static void values(Pod pod, Findings findings) {
        for (Container container : pod.cloudContainers()) {
            List<FieldReader> args = container.args().items();
            for (Flag flag : container.flags()) {
                KnownFlags.Type type = KnownFlags.type(flag.name()).orElse(KnownFlags.Type.TEXT);
                boolean attached = flag.field().string().contains("=");
                int next = args.indexOf(flag.field()) + 1;
                String following =
                        next > 0 && next < args.size() ? args.get(next).string() : "-";
                if (!attached && following.startsWith("-")) {
                    continue;
                }
                if (!attached && type == KnownFlags.Type.BOOLEAN) {
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
}
