// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.flags;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.Flag;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.rules.identity.OwnershipRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rules on the leader election of a provider's replicas. They apply where it is on, which is a rule of workloads. */
public final class LeaderElectionRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES = List.of(
            rule("lease-namespace", LeaderElectionRules::namespace),
            rule("lease-name", LeaderElectionRules::lease),
            rule("unique-lease", LeaderElectionRules::elections));

    private static final String OPERATOR = "cluster-cloud-controller-manager-leader";

    /** The lease of cloud controller managers without the flag, which the roles of the payload are for. */
    private static final String DEFAULT_LEASE = "cloud-controller-manager";

    private LeaderElectionRules() {}

    private static void namespace(ParsedProvider provider, Findings findings) {
        electing(provider).forEach(container -> {
            String expected = "--leader-elect-resource-namespace=" + ManagedNamespace.DEFAULT;
            Optional<Flag> flag = container.flag("leader-elect-resource-namespace");
            if (flag.isEmpty()) {
                findings.add(container.args(), "has to have " + expected + "; the lease would be in kube-system");
            } else if (!flag.get().value().equals(ManagedNamespace.DEFAULT)) {
                findings.add(
                        flag.get().field(),
                        "has to be " + expected + "; the operator replaces this namespace by its own, and the roles of"
                                + " the payload are for a lease there");
            }
        });
    }

    private static void lease(ParsedProvider provider, Findings findings) {
        electing(provider)
                .forEach(container -> container
                        .flag("leader-elect-resource-name")
                        .filter(flag ->
                                !flag.value().equals(DEFAULT_LEASE) && !OwnershipRules.isOwn(provider, flag.value()))
                        .ifPresent(flag -> findings.add(
                                flag.field(),
                                (flag.value().equals(OPERATOR)
                                                ? "is the lease of the operator"
                                                : "is not a lease of this provider")
                                        + "; leave the flag out, or begin the name with "
                                        + provider.folder().name() + "-")));
    }

    private static void elections(ParsedProvider provider, Findings findings) {
        Map<String, Pod> holders = new HashMap<>();
        for (Pod pod : provider.workloads()) {
            for (Container container : pod.cloudContainers()) {
                if (!container.hasFlag("--leader-elect=true")) {
                    if (pod.isOf("DaemonSet")
                            && container.name().equals("cloud-controller-manager")
                            && container.hasFlag("--leader-elect=false")) {
                        findings.add(
                                container.args(),
                                "a cloud controller manager on each node has to elect a leader: without it, each makes"
                                        + " load balancers of its own; write --leader-elect=true");
                    }
                    continue;
                }
                String lease = container
                        .flag("leader-elect-resource-name")
                        .map(Flag::value)
                        .orElse(DEFAULT_LEASE);
                Pod other = holders.putIfAbsent(lease, pod);
                if (other != null && other != pod) {
                    findings.add(
                            container.args(),
                            "elects the same leader as " + other.kind() + " "
                                    + other.object().string("metadata", "name") + ", by the lease " + lease
                                    + ", so that only one of them works; add --leader-elect-resource-name="
                                    + pod.object().string("metadata", "name"));
                }
            }
        }
    }

    private static List<Container> electing(ParsedProvider provider) {
        return provider.deployments().stream()
                .flatMap(pod -> pod.cloudContainer().stream())
                .filter(container -> container.hasFlag("--leader-elect=true"))
                .toList();
    }
}
