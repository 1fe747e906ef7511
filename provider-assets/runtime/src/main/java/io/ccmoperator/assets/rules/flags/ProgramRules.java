// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.flags;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.Flag;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.provider.Program;
import io.ccmoperator.assets.text.DidYouMean;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules on the files {@code programs/<container>.yaml}, and on what only they know of a program. */
public final class ProgramRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES = List.of(
            rule("program-container", ProgramRules::containers),
            rule("known-feature-gate", ProgramRules::featureGates),
            rule("deprecated-flag", ProgramRules::deprecatedFlags));

    /** For all providers together. */
    public static final List<Rule<List<ParsedProvider>>> OF_CATALOGUE =
            List.of(rule("unknown-program", ProgramRules::unknownPrograms));

    /** All gates of a stage; no list has them. */
    private static final Set<String> GROUPS = Set.of("AllAlpha", "AllBeta");

    private ProgramRules() {}

    private static void containers(ParsedProvider provider, Findings findings) {
        if (!provider.complete()) {
            return;
        }
        Set<String> known = provider.pods().stream()
                .flatMap(pod -> pod.allContainers().stream())
                .map(Container::name)
                .collect(Collectors.toCollection(TreeSet::new));
        provider.programs().forEach((container, program) -> {
            if (!known.contains(container)) {
                findings.add(
                        program.file(),
                        "provider " + provider.folder().name() + " has no container " + container + "; "
                                + DidYouMean.hint(container, known));
            }
        });
    }

    private static void featureGates(ParsedProvider provider, Findings findings) {
        flags(provider).filter(use -> use.flag().name().equals("feature-gates")).forEach(use -> {
            for (String gate : use.flag().value().split(",")) {
                String name = gate.replaceFirst("=.*", "");
                if (use.program().isComplete()
                        && name.matches("\\w+")
                        && !GROUPS.contains(name)
                        && !use.program().featureGates().contains(name)) {
                    findings.add(
                            use.flag().field(),
                            "the program has no feature gate " + name + " by "
                                    + use.program().file() + "; "
                                    + DidYouMean.nearest(name, use.program().featureGates())
                                            .map(near -> "is " + near + " meant?")
                                            .orElse("leave it out"));
                }
            }
        });
    }

    private static void deprecatedFlags(ParsedProvider provider, Findings findings) {
        flags(provider)
                .filter(use -> use.program().isDeprecated(use.flag().name()))
                .forEach(use -> findings.remark(
                        use.flag().field(),
                        "--" + use.flag().name() + " is deprecated by "
                                + use.program().file() + "; leave it out, or take the flag that replaces it"));
        if (provider.validDescriptor().isPresent()) {
            provider.descriptorFields()
                    .field("flags")
                    .members()
                    .forEach(container -> container.members().stream()
                            .filter(flag -> provider.program(container.path().name())
                                    .isDeprecated(flag.path().name().replaceFirst("^--", "")))
                            .forEach(flag -> findings.remark(
                                    flag,
                                    flag.path().name() + " is deprecated by "
                                            + provider.program(container.path().name())
                                                    .file()
                                            + "; leave it out, or take the flag that replaces it")));
        }
    }

    private record Use(Program program, Flag flag) {}

    private static Stream<Use> flags(ParsedProvider provider) {
        return provider.pods().stream()
                .flatMap(pod -> pod.allContainers().stream())
                .flatMap(container ->
                        container.flags().stream().map(flag -> new Use(provider.program(container.name()), flag)));
    }

    private static void unknownPrograms(List<ParsedProvider> providers, Findings findings) {
        List<String> unknown = providers.stream()
                .flatMap(provider -> provider.pods().stream()
                        .map(Pod::cloudContainers)
                        .flatMap(Collection::stream)
                        .map(Container::name)
                        .filter(name -> !provider.program(name).isComplete())
                        .map(name -> provider.folder().name() + "/programs/" + name + ".yaml"))
                .distinct()
                .toList();
        Optional.of(unknown)
                .filter(files -> !files.isEmpty())
                .ifPresent(files -> findings.remark("providers: only the flags that all cloud controller managers have"
                        + " were checked, and no feature gate is passed, where a file with what the program prints with"
                        + " --help is missing: " + String.join(", ", files)));
    }
}
