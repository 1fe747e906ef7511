// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.flags;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.Flag;
import io.ccmoperator.assets.provider.FlagType;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.rules.identity.OwnershipRules;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Rules on the leader election of a provider's replicas. They apply where it is on, which is a rule of workloads. */
public final class LeaderElectionRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES = List.of(
            rule("lease-namespace", LeaderElectionRules::namespace),
            rule("lease-name", LeaderElectionRules::lease),
            rule("lease-lock", LeaderElectionRules::onlyLeases),
            rule("lease-times", LeaderElectionRules::times),
            rule("unique-lease", LeaderElectionRules::elections));

    private static final String OPERATOR = "cluster-cloud-controller-manager-leader";

    /** The lease of cloud controller managers without the flag, which the roles of the payload are for. */
    private static final String DEFAULT_LEASE = "cloud-controller-manager";

    private static final Pattern DURATION_PART = Pattern.compile("([0-9.]+)(ns|us|ms|s|m|h)");
    private static final Map<String, Double> SECONDS =
            Map.of("ns", 1e-9, "us", 1e-6, "ms", 1e-3, "s", 1d, "m", 60d, "h", 3600d);

    /** The defaults of Kubernetes, in seconds. */
    private static final double LEASE_DURATION = 15;

    private static final double RENEW_DEADLINE = 10;
    private static final double RETRY_PERIOD = 2;

    /** Kubernetes adds that much to the retry period. */
    private static final double JITTER = 1.2;

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

    private static void onlyLeases(ParsedProvider provider, Findings findings) {
        electing(provider)
                .forEach(container -> container
                        .flag("leader-elect-resource-lock")
                        .filter(flag -> !flag.value().equals("leases"))
                        .ifPresent(flag -> findings.add(
                                flag.field(), "Kubernetes elects leaders by leases only; leave the flag out")));
    }

    private static void times(ParsedProvider provider, Findings findings) {
        for (Container container : electing(provider)) {
            boolean unknown = container.flags().stream()
                    .anyMatch(flag -> flag.name().startsWith("leader-elect-re") && flag.isVariable()
                            || flag.name().equals("leader-elect-lease-duration") && flag.isVariable());
            double lease = seconds(container, "leader-elect-lease-duration", LEASE_DURATION);
            double renew = seconds(container, "leader-elect-renew-deadline", RENEW_DEADLINE);
            double retry = seconds(container, "leader-elect-retry-period", RETRY_PERIOD);
            if (!unknown && (lease <= renew || renew <= retry * JITTER)) {
                findings.add(
                        container.args(),
                        "the times of leader election do not fit, so that the program ends: --leader-elect-lease-duration"
                                + " has to be more than --leader-elect-renew-deadline (10s by default), and that more than"
                                + " 1.2 times --leader-elect-retry-period (2s by default); OpenShift has 137s, 107s and"
                                + " 26s");
            }
        }
    }

    private static double seconds(Container container, String flag, double otherwise) {
        Optional<String> value = container.flag(flag).map(Flag::value).filter(FlagType.DURATION::accepts);
        if (value.isEmpty() || value.get().equals("0")) {
            return otherwise;
        }
        return DURATION_PART
                .matcher(value.get())
                .results()
                .mapToDouble(part -> Double.parseDouble(part.group(1)) * SECONDS.get(part.group(2)))
                .sum();
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
