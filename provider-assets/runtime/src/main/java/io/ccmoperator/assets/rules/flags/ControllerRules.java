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
import io.ccmoperator.assets.tree.FieldReader;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Rules on what the flags of a cloud controller manager do together: which controllers run, and with which API server. */
public final class ControllerRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES = List.of(
            rule("known-controllers", ControllerRules::controllers),
            rule("nodes-are-initialized", ControllerRules::nodesAreInitialized),
            rule("api-server-address", ControllerRules::apiServer));

    /** For each pod. */
    public static final List<Rule<Pod>> OF_PODS = List.of(
            rule("cloud-provider-external", ControllerRules::cloudProvider),
            rule("node-name", ControllerRules::nodeName),
            rule("open-paths", ControllerRules::openPaths));

    /** Short names, which some programs take too, and what every program takes. */
    private static final Map<String, String> SHORT_NAMES = Map.of(
            "cloud-node", "cloud-node-controller",
            "cloud-node-lifecycle", "cloud-node-lifecycle-controller",
            "nodeipam", "node-ipam-controller",
            "route", "node-route-controller",
            "service", "service-lb-controller");

    private static final Set<String> CONTROLLERS = Stream.of(SHORT_NAMES.keySet(), SHORT_NAMES.values())
            .flatMap(Collection::stream)
            .collect(Collectors.toCollection(TreeSet::new));

    private ControllerRules() {}

    private static void cloudProvider(Pod pod, Findings findings) {
        pod.cloudContainers()
                .forEach(container -> container
                        .flag("cloud-provider")
                        .filter(flag -> flag.field().string().contains("=")
                                && (flag.value().isBlank() && !flag.isVariable()
                                        || flag.value().equals("external")))
                        .ifPresent(flag -> findings.add(
                                flag.field(),
                                "has to be the name of the cloud that the program knows; "
                                        + (flag.value().isBlank() ? "it is empty" : "external is for the kubelet"))));
    }

    private static void controllers(ParsedProvider provider, Findings findings) {
        provider.pods().stream()
                .flatMap(pod -> pod.cloudContainers().stream())
                .forEach(container -> container
                        .flag("controllers")
                        .filter(flag -> !flag.value().isEmpty() && !flag.value().contains("$("))
                        .ifPresent(flag -> controllers(flag, provider.program(container.name()), findings)));
    }

    private static void controllers(Flag flag, Program program, Findings findings) {
        List<String> names = Arrays.asList(flag.value().split(","));
        if (names.stream().allMatch(name -> name.startsWith("-"))) {
            findings.add(
                    flag.field(),
                    "has exclusions only, so that no controller runs; write --controllers=*," + flag.value());
        }
        for (String name : names) {
            String plain = name.strip().replaceFirst("^-", "");
            if (!name.equals(name.strip())) {
                findings.add(flag.field(), "has a blank beside '" + name.strip() + "'; leave it out");
            } else if (!plain.equals("*")) {
                hint(plain, program)
                        .ifPresent(hint -> findings.add(flag.field(), "unknown controller '" + plain + "'; " + hint));
            }
        }
    }

    /** What to write for a controller that the program does not have; empty for one that it has, or may have. */
    private static Optional<String> hint(String controller, Program program) {
        if (program.controllers().isEmpty()) {
            return CONTROLLERS.contains(controller)
                    ? Optional.empty()
                    : DidYouMean.within(1, controller, CONTROLLERS).map(meant -> "is " + meant + " meant?");
        }
        if (program.controllers().contains(controller)) {
            return Optional.empty();
        }
        String longName = SHORT_NAMES.getOrDefault(controller, "");
        return Optional.of((program.controllers().contains(longName)
                        ? "write " + longName
                        : DidYouMean.hint(controller, program.controllers()))
                + " (" + program.file() + ")");
    }

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

    private static void apiServer(ParsedProvider provider, Findings findings) {
        for (Pod pod : provider.workloads()) {
            for (Container container : pod.cloudContainers()) {
                Stream.of("kubeconfig", "master", "authentication-kubeconfig", "authorization-kubeconfig")
                        .flatMap(name -> container.flag(name).stream())
                        .filter(flag -> !flag.field().string().contains("$"))
                        .filter(flag -> flag.value().startsWith("http")
                                || flag.value().startsWith("/")
                                        && container.mounts().stream()
                                                .noneMatch(mount ->
                                                        flag.value().startsWith(mount.string("mountPath") + "/")))
                        .forEach(flag -> findings.add(
                                flag.field(),
                                "names an address of one cluster, or a file that is not mounted; leave it out: the program"
                                        + " takes the token of serviceAccountName, and the address of the API server"
                                        + " from the environment"));
            }
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
