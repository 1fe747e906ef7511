// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.identity;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.LabelSelector;
import io.ccmoperator.assets.PreviousOperator;
import io.ccmoperator.assets.ReservedObjects;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Rules on names: a provider has no object of the payload, of the operator, of the cluster or of another provider. The operator
 * overwrites every object that a provider has, and deletes it when the provider is no longer used.
 */
public final class OwnershipRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES = List.of(
            rule("object-of-operator", OwnershipRules::objectsOfOperator),
            rule("unique-disruption-budget", OwnershipRules::disruptionBudgets),
            rule("object-of-cluster", OwnershipRules::objectsOfCluster),
            rule("object-of-payload", OwnershipRules::objectsOfPayload),
            rule("object-prefix", OwnershipRules::prefixes));

    private static final String KUBE_SYSTEM = "kube-system";
    private static final String PLATFORM_LABEL = "infrastructure.openshift.io/cloud-controller-manager";

    private OwnershipRules() {}

    private static void objectsOfOperator(ParsedProvider provider, Findings findings) {
        for (FieldReader object : assets(provider)) {
            String name = name(object).string();
            boolean common = Set.of("Service", "PodDisruptionBudget").contains(kind(object))
                    && provider.validDescriptor()
                            .filter(descriptor -> name.equals(
                                    descriptor.platform().toLowerCase(Locale.ROOT) + "-cloud-controller-manager"))
                            .isPresent();
            if (common || ReservedObjects.areOfOperator(kind(object), name)) {
                findings.add(
                        name(object),
                        "the operator makes the " + kind(object) + " " + name
                                + " for every provider; leave it out"
                                + (name.equals("cloud-conf") ? ", and configure cloudConfig in provider.yaml" : ""));
            }
        }
    }

    private static void disruptionBudgets(ParsedProvider provider, Findings findings) {
        for (FieldReader budget : provider.assetsOf("PodDisruptionBudget")) {
            FieldReader selector = budget.field("spec", "selector");
            boolean ofOperator = provider.validDescriptor()
                    .filter(descriptor -> name(budget)
                            .is(descriptor.platform().toLowerCase(Locale.ROOT) + "-cloud-controller-manager"))
                    .isPresent();
            provider.deployments().stream()
                    .filter(pod -> !ofOperator
                            && new LabelSelector(selector)
                                    .selects(pod.template().map("metadata", "labels")))
                    .findFirst()
                    .ifPresent(pod -> findings.add(
                            selector,
                            "selects the Pods of Deployment "
                                    + name(pod.object()).string()
                                    + ", which the operator's PodDisruptionBudget selects by label " + PLATFORM_LABEL
                                    + "; with two of them no Pod can be evicted, so leave this one out"));
        }
    }

    private static void objectsOfCluster(ParsedProvider provider, Findings findings) {
        for (FieldReader object : assets(provider)) {
            if (ReservedObjects.areOfCluster(kind(object), name(object).string())) {
                decisive(
                        object,
                        "is the name of a " + kind(object) + " of Kubernetes or OpenShift, which the operator would"
                                + " overwrite; " + insteadOf(provider, object),
                        findings);
            }
        }
    }

    private static void objectsOfPayload(ParsedProvider provider, Findings findings) {
        for (FieldReader object : assets(provider)) {
            if (ReservedObjects.areOfPayload(
                    kind(object), namespace(object), name(object).string())) {
                decisive(object, "is there when the operator is installed; " + insteadOf(provider, object), findings);
            }
        }
    }

    /** Nothing is said of what else the object has: most often it is to be left out. */
    private static void decisive(FieldReader object, String reason, Findings findings) {
        findings.add(name(object), reason);
        findings.decide(object);
    }

    private static String insteadOf(ParsedProvider provider, FieldReader object) {
        boolean grants = kind(object).contains("Role") || kind(object).equals("ServiceAccount");
        return (grants ? "leave it out, since the account cloud-controller-manager has the usual permissions, or " : "")
                + "give this one another name, such as " + proposal(provider, object);
    }

    private static void prefixes(ParsedProvider provider, Findings findings) {
        for (FieldReader object : assets(provider)) {
            String namespace = namespace(object);
            String name = name(object).string();
            boolean shared = namespace.isEmpty() && !isNamespaced(object) || namespace.equals(KUBE_SYSTEM);
            if (shared && !name.isEmpty() && !isOwn(provider, name)) {
                findings.add(
                        name(object),
                        (namespace.isEmpty() ? "a cluster-scoped name" : "a name in " + KUBE_SYSTEM)
                                + " has to begin with the name of the provider or its platform in lower case; write "
                                + proposal(provider, object));
            }
        }
    }

    /** Whether a name begins with what distinguishes the provider from others, or clusters have it for its platform. */
    public static boolean isOwn(ParsedProvider provider, String name) {
        String platform = provider.validDescriptor()
                .map(descriptor -> descriptor.platform())
                .orElse("");
        return PreviousOperator.hasNamed(platform, name)
                || Stream.of(provider.folder().name(), platform.toLowerCase(Locale.ROOT))
                        .filter(prefix -> !prefix.isEmpty())
                        .anyMatch(prefix -> name.equals(prefix)
                                || name.startsWith(prefix + "-")
                                || name.startsWith(prefix + ":")
                                || name.startsWith(prefix + "."));
    }

    private static String proposal(ParsedProvider provider, FieldReader object) {
        String name = name(object).string();
        return provider.folder().name() + "-" + name.substring(name.lastIndexOf(':') + 1);
    }

    private static List<FieldReader> assets(ParsedProvider provider) {
        return provider.assets().stream().map(ProviderDocument::fields).toList();
    }

    private static boolean isNamespaced(FieldReader object) {
        return ResourceKind.OF_PROVIDERS.stream()
                .filter(known -> known.kind().equals(kind(object)))
                .allMatch(ResourceKind::isNamespaced);
    }

    private static String kind(FieldReader object) {
        return object.field("kind").string();
    }

    private static String namespace(FieldReader object) {
        return object.string("metadata", "namespace");
    }

    private static FieldReader name(FieldReader object) {
        return object.field("metadata", "name");
    }
}
