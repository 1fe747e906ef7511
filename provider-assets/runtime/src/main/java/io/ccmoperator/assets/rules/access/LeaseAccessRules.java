// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.access;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.ManagedNamespace;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.Flag;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Payload;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.rules.identity.OwnershipRules;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.stream.Stream;

/**
 * Whether the account of a cloud controller manager may use the lease by which it elects a leader: without that it waits without
 * end.
 */
public final class LeaseAccessRules {
    private static final String DEFAULT_LEASE = "cloud-controller-manager";

    private LeaseAccessRules() {}

    /** Rules that take the roles of the payload and of a provider together. */
    public static List<Rule<ParsedProvider>> to(Payload payload) {
        return List.of(rule("lease-access", (provider, findings) -> {
            if (provider.complete()) {
                provider.deployments().forEach(pod -> lease(pod, provider, payload, findings));
            }
        }));
    }

    private static void lease(Pod pod, ParsedProvider provider, Payload payload, Findings findings) {
        FieldReader account = pod.spec().field("serviceAccountName");
        List<FieldReader> objects = Stream.concat(
                        payload.present().stream().map(ProviderDocument::fields),
                        provider.assets().stream().map(ProviderDocument::fields))
                .toList();
        boolean own = provider.assetsOf("ServiceAccount").stream()
                .anyMatch(object -> object.field("metadata", "name").is(account.string()));
        for (Container container : pod.cloudContainers()) {
            String lease = container
                    .flag("leader-elect-resource-name")
                    .map(Flag::value)
                    .orElse(DEFAULT_LEASE);
            // The payload lets its account use the usual lease; a lease of another component is another finding.
            if (container.hasFlag("--leader-elect=true")
                    && (lease.equals(DEFAULT_LEASE) ? own : OwnershipRules.isOwn(provider, lease))
                    && !mayUse(account.string(), lease, objects)) {
                findings.add(
                        account,
                        "no role lets this account get, create and update the lease " + lease + " in "
                                + ManagedNamespace.DEFAULT
                                + ", by which it elects a leader; add a Role for leases of coordination.k8s.io, and a"
                                + " RoleBinding"
                                + (lease.equals(DEFAULT_LEASE) ? "" : ", or leave --leader-elect-resource-name out"));
            }
        }
    }

    private static boolean mayUse(String account, String lease, List<FieldReader> objects) {
        List<FieldReader> rules = objects.stream()
                .filter(binding -> binding.string("kind").equals("ClusterRoleBinding")
                        || binding.string("kind").equals("RoleBinding") && isManaged(binding))
                .filter(binding -> binding.field("subjects").items().stream()
                        .anyMatch(subject -> subject.field("kind").is("ServiceAccount")
                                && subject.field("name").is(account)
                                && (subject.field("namespace").is(ManagedNamespace.DEFAULT)
                                        || !subject.field("namespace").exists() && isManaged(binding))))
                .flatMap(binding -> objects.stream().filter(role -> isRoleOf(binding, role)))
                .flatMap(role -> role.field("rules").items().stream())
                .filter(rule -> rule.field("apiGroups").strings().contains("coordination.k8s.io")
                        && rule.field("resources").strings().contains("leases"))
                .toList();
        boolean createsAny = rules.stream()
                .anyMatch(rule -> rule.field("verbs").strings().contains("create")
                        && rule.field("resourceNames").items().isEmpty());
        // A role that limits names limits them to other leases.
        return createsAny
                && Stream.of("get", "update").allMatch(verb -> {
                    List<List<String>> names = rules.stream()
                            .filter(rule -> rule.field("verbs").strings().contains(verb))
                            .map(rule -> rule.field("resourceNames").strings())
                            .toList();
                    return names.isEmpty()
                            || names.stream().anyMatch(listed -> listed.isEmpty() || listed.contains(lease));
                });
    }

    private static boolean isRoleOf(FieldReader binding, FieldReader role) {
        FieldReader reference = binding.field("roleRef");
        return role.field("kind").is(reference.string("kind"))
                && role.field("metadata", "name").is(reference.string("name"))
                && (role.field("kind").is("ClusterRole") || isManaged(role));
    }

    private static boolean isManaged(FieldReader object) {
        return object.field("metadata", "namespace").is(ManagedNamespace.DEFAULT);
    }
}
