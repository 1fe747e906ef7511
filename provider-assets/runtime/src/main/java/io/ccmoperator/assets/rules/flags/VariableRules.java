// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.flags;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Rules on variables in arguments and in the environment. The kubelet fills in {@code $(NAME)} and nothing else. */
public final class VariableRules {
    /** For each pod. */
    public static final List<Rule<Pod>> RULES = List.of(
            rule("argument-variable", VariableRules::inArguments),
            rule("environment-variable", VariableRules::inEnvironment));

    /** Two dollar signs mean one. */
    private static final Pattern REFERENCE = Pattern.compile("\\$\\$|\\$\\(([A-Za-z_][A-Za-z0-9_.-]*)\\)");

    private static final Pattern OF_SHELL =
            Pattern.compile("\\$\\$|\\$(?:\\{([A-Za-z_][A-Za-z0-9_]*)}|([A-Z_][A-Z0-9_]*))");

    /** The kubelet gives these to every container. */
    private static final String OF_KUBELET = "KUBERNETES_";

    private VariableRules() {}

    private static void inArguments(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
            Set<String> declared = new HashSet<>(container.variables());
            container.args().items().forEach(item -> check(item, container, declared, findings));
            container.commandWithoutScript().forEach(item -> check(item, container, declared, findings));
        }
    }

    private static void inEnvironment(Pod pod, Findings findings) {
        for (Container container : pod.allContainers()) {
            Set<String> above = new HashSet<>();
            for (FieldReader variable : container.fields().field("env").items()) {
                check(variable.field("value"), container, above, findings);
                above.add(variable.field("name").string());
            }
        }
    }

    private static void check(FieldReader field, Container container, Set<String> declared, Findings findings) {
        Matcher reference = REFERENCE.matcher(field.string());
        while (reference.find()) {
            String name = reference.group(1);
            if (name != null
                    && !declared.contains(name)
                    && !name.startsWith(OF_KUBELET)
                    && container.fields().field("envFrom").items().isEmpty()) {
                findings.add(field, undeclared(name, container));
            }
        }
        Matcher ofShell = OF_SHELL.matcher(field.string());
        while (ofShell.find()) {
            String name = ofShell.group(1) == null ? ofShell.group(2) : ofShell.group(1);
            if (name != null) {
                findings.add(
                        field,
                        "nothing fills in " + ofShell.group() + "; write $(" + name + ") and declare " + name
                                + " in env of container " + container.name()
                                + (field.path().toString().contains(".env[")
                                        ? " above"
                                        : ", or give the flag a fact in flags of provider.yaml"));
            }
        }
    }

    private static String undeclared(String name, Container container) {
        return container.variables().contains(name)
                ? "refers to $(" + name + "), which is declared below; declare it above"
                : "env of container " + container.name() + " does not declare " + name
                        + "; declare it there, with a fact in environment of provider.yaml if the operator is to set it";
    }
}
