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
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Rules on what the flags of a cloud controller manager do together: which controllers run, for which node, and who reads what they know. */
public final class ControllerRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES =
            List.of(rule("nodes-are-initialized", ControllerRules::nodesAreInitialized));

    /** For each pod. */
    public static final List<Rule<Pod>> OF_PODS =
            List.of(rule("node-name", ControllerRules::nodeName), rule("open-paths", ControllerRules::openPaths));

    /** What every program takes, by the short names of some programs, too. */
    private static final Set<String> CONTROLLERS = Set.of(
            "cloud-node",
            "cloud-node-controller",
            "cloud-node-lifecycle",
            "cloud-node-lifecycle-controller",
            "nodeipam",
            "node-ipam-controller",
            "route",
            "node-route-controller",
            "service",
            "service-lb-controller");

    private ControllerRules() {}

    private static void nodeName(Pod pod, Findings findings) {
        if (!pod.isOf("DaemonSet")) {
            return;
        }
        for (Container container : pod.cloudContainers()) {
            Flag flag = container.flag("node-name").orElse(null);
            if (flag == null) {
                continue;
            }
            String text = flag.field().string();
            Optional<FieldReader> variable = container.fields().field("env").items().stream()
                    .filter(candidate ->
                            text.endsWith("=$(" + candidate.field("name").string() + ")"))
                    .findFirst();
            boolean ofOther = variable.filter(found -> !found.field("valueFrom").exists()
                            || found.string("valueFrom", "fieldRef", "fieldPath")
                                    .matches("metadata\\.name|status\\..*"))
                    .isPresent();
            // A variable that is not declared, or has no source, is another finding.
            if (ofOther || !text.contains("$")) {
                findings.add(
                        flag.field(),
                        "has to be the name of the node on which the Pod runs; write --node-name=$(NODE_NAME), and declare"
                                + " NODE_NAME in env with valueFrom.fieldRef.fieldPath spec.nodeName");
            }
        }
    }

    private static void openPaths(Pod pod, Findings findings) {
        for (Container container : pod.cloudContainers()) {
            container
                    .flag("authorization-always-allow-paths")
                    .filter(flag -> Arrays.asList(flag.value().split(",")).contains("/*"))
                    .ifPresent(flag -> findings.add(
                            flag.field(),
                            "gives every path to everybody who reaches the host; write"
                                    + " --authorization-always-allow-paths=/healthz,/readyz,/livez"));
        }
    }

    private static void nodesAreInitialized(ParsedProvider provider, Findings findings) {
        List<Container> containers = provider.workloads().stream()
                .flatMap(pod -> pod.cloudContainers().stream())
                .toList();
        boolean found = containers.stream()
                .anyMatch(container ->
                        !container.name().equals("cloud-controller-manager") || initializesNodes(container));
        if (provider.complete() && !found && !containers.isEmpty()) {
            containers
                    .get(0)
                    .flag("controllers")
                    .ifPresent(flag -> findings.add(
                            flag.field(),
                            "no workload of the provider initializes nodes, so that all keep the taint"
                                    + " node.cloudprovider.kubernetes.io/uninitialized; let cloud-node-controller run"
                                    + " here, or add a DaemonSet with a container cloud-node-manager"));
        }
    }

    private static boolean initializesNodes(Container container) {
        Optional<String> value = container.flag("controllers").map(Flag::value);
        if (value.isEmpty() || value.get().isEmpty() || value.get().contains("$(")) {
            return true;
        }
        List<String> names = Arrays.asList(value.get().split(","));
        boolean off = names.contains("-cloud-node") || names.contains("-cloud-node-controller");
        boolean on = names.contains("*") || names.contains("cloud-node") || names.contains("cloud-node-controller");
        // Names of the vendor's own may be those of a controller that does it.
        boolean own = names.stream()
                .anyMatch(name -> !name.startsWith("-") && !CONTROLLERS.contains(name) && !name.equals("*"));
        return !off && on || own;
    }
}
