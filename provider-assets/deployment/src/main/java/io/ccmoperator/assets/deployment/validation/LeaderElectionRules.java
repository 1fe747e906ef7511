/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.ManagedNamespace;
import java.util.List;
import java.util.Optional;

/** Rules on the leader election of a provider's replicas. They apply where it is on, which is a rule of workloads. */
final class LeaderElectionRules {
    static final List<Rule<ParsedProvider>> RULES =
            List.of(LeaderElectionRules::namespace, LeaderElectionRules::lease, LeaderElectionRules::onlyLeases);

    private static final String OPERATOR = "cluster-cloud-controller-manager-leader";

    /** The lease of cloud controller managers without the flag, which the roles of the payload are for. */
    private static final String DEFAULT_LEASE = "cloud-controller-manager";

    private LeaderElectionRules() {}

    /** The lease is in the namespace of the provider; without the flag it would be in kube-system. */
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

    /** A lease that another component holds would keep the provider from ever working. */
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

    /** Kubernetes has no other locks than leases any more. */
    private static void onlyLeases(ParsedProvider provider, Findings findings) {
        electing(provider)
                .forEach(container -> container
                        .flag("leader-elect-resource-lock")
                        .filter(flag -> !flag.value().equals("leases"))
                        .ifPresent(flag -> findings.add(
                                flag.field(), "Kubernetes elects leaders by leases only; leave the flag out")));
    }

    private static List<Container> electing(ParsedProvider provider) {
        return provider.deployments().stream()
                .flatMap(pod -> pod.cloudContainer().stream())
                .filter(container -> container.hasFlag("--leader-elect=true"))
                .toList();
    }
}
