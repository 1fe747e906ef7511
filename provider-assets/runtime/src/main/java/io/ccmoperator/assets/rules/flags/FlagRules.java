// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.flags;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.Flag;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Rules on the flags of containers. */
public final class FlagRules {
    /** For each pod. */
    public static final List<Rule<Pod>> RULES = List.of(
            rule("unique-flag", FlagRules::uniqueFlags),
            rule("argument-form", FlagRules::form),
            rule("arguments-passed-on", FlagRules::passedOn));

    private FlagRules() {}

    private static void uniqueFlags(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
            Map<String, Flag> seen = new HashMap<>();
            for (Flag flag : container.flags()) {
                Flag first = seen.putIfAbsent(flag.name(), flag);
                if (first != null) {
                    findings.add(
                            flag.field(),
                            "--" + flag.name() + " is given at " + first.field().path() + " already; leave one of"
                                    + " them out");
                }
            }
        }
    }

    static void inDescriptor(ParsedProvider provider, Findings findings) {
        if (provider.validDescriptor().isEmpty()) {
            return;
        }
        FieldReader flags = provider.descriptorFields().field("flags");
        for (Pod pod : provider.pods()) {
            for (Container container : pod.allContainers()) {
                Map<String, Object> ofDescriptor = flags.field(container.name()).map();
                container.flags().stream()
                        .filter(flag -> ofDescriptor.containsKey("--" + flag.name()))
                        .forEach(flag -> findings.add(
                                flag.field(),
                                "the operator appends --" + flag.name() + ", which is in flags of "
                                        + provider.folder().descriptorPath() + "; leave it out here or there"));
            }
        }
    }

    private static void form(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
            for (Flag flag : container.flags()) {
                if (flag.name().contains(" ")) {
                    findings.add(
                            flag.field(),
                            "is one argument with a blank in the name of the flag; write --"
                                    + flag.name().replaceFirst(" +", "="));
                } else if (flag.value().matches("\"[^\"]*\"|'[^']*'")) {
                    findings.add(
                            flag.field(),
                            "no shell removes these quotes; write --" + flag.name() + "="
                                    + flag.value().substring(1, flag.value().length() - 1));
                }
            }
        }
    }

    /** Whether a shell line does not pass arguments on that the container has, or gets from the operator. */
    public static boolean dropsArguments(Container container) {
        return container
                .script()
                .filter(script -> !script.string().contains("\"$@\"")
                        && (container.isOfCloud() || !container.args().items().isEmpty()))
                .isPresent();
    }

    private static void passedOn(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
            container
                    .script()
                    .filter(script -> dropsArguments(container))
                    .ifPresent(script -> findings.add(
                            script,
                            "the shell does not pass args on; end with exec <program> \"$@\", and add the name of the"
                                    + " program as another item"));
        }
    }
}
