// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.pods;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.rules.identity.PlatformRules;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.assets.tree.SyntaxException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Rules on the Deployments and DaemonSets of a provider. */
public final class WorkloadRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES = List.of(
            rule("has-workload", WorkloadRules::cloudWorkload),
            rule("declared-image-key", WorkloadRules::imageKeys),
            rule("platform-label", WorkloadRules::platformLabels));

    /** For each Deployment and DaemonSet. */
    public static final List<Rule<Pod>> OF_WORKLOADS = List.of(
            rule("own-account", WorkloadRules::account),
            rule("complete-selector", WorkloadRules::selectorLabels),
            rule("management-annotation", WorkloadRules::managementAnnotation),
            rule("workload-tolerations", WorkloadRules::tolerations));

    /** For each Deployment. */
    public static final List<Rule<Pod>> OF_DEPLOYMENTS = List.of(
            rule("anti-affinity", WorkloadRules::antiAffinity),
            rule("control-plane-nodes", WorkloadRules::controlPlaneNodes),
            rule("leader-election", WorkloadRules::leaderElection));

    private static final String LABEL_PREFIX = "infrastructure.openshift.io/";
    private static final String ANNOTATION = "target.workload.openshift.io/management";
    private static final String ANNOTATION_EFFECT = "PreferredDuringScheduling";
    private static final String TOPOLOGY = "kubernetes.io/hostname";
    private static final String LEADER_ELECTION = "--leader-elect=true";

    private WorkloadRules() {}

    private static void cloudWorkload(ParsedProvider provider, Findings findings) {
        if (provider.complete() && provider.workloads().isEmpty()) {
            findings.add(
                    provider.folder().descriptorPath(),
                    "the provider's assets/ has neither a Deployment nor a DaemonSet");
        }
    }

    private static void imageKeys(ParsedProvider provider, Findings findings) {
        provider.validDescriptor()
                .filter(ProviderDescriptor::payload)
                .ifPresent(descriptor -> provider.pods().stream()
                        .filter(pod -> pod.cloudContainer().isPresent())
                        .flatMap(pod -> pod.allContainers().stream())
                        .filter(container -> !container.name().isEmpty()
                                && !descriptor.images().containsKey(container.name()))
                        .forEach(container -> findings.add(
                                container.fields().field("image"),
                                "container " + container.name() + " has no key in images of "
                                        + provider.folder().descriptorPath() + "; add it there")));
    }

    private static void platformLabels(ParsedProvider provider, Findings findings) {
        provider.validDescriptor()
                .filter(descriptor -> PlatformRules.isKnown(descriptor.platform()))
                .ifPresent(descriptor -> {
                    for (Pod pod : provider.workloads()) {
                        String label = LABEL_PREFIX
                                + (pod.isOf("DaemonSet") ? "cloud-node-manager" : "cloud-controller-manager");
                        List.of(
                                        pod.object().field("metadata", "labels", label),
                                        pod.object().field("spec", "selector", "matchLabels", label),
                                        pod.template().field("metadata", "labels", label))
                                .stream()
                                .filter(field -> !field.is(descriptor.platform()))
                                .forEach(field -> findings.add(
                                        field, "has to be " + descriptor.platform() + ", the descriptor's platform"));
                    }
                });
    }

    private static void account(Pod pod, Findings findings) {
        FieldReader account = pod.spec().field("serviceAccountName");
        FieldReader formerName = pod.spec().field("serviceAccount");
        if (!account.exists()) {
            findings.add(
                    account,
                    "is missing, so the Pods would run as ServiceAccount default, which may do nothing; write"
                            + " cloud-controller-manager, or cloud-node-manager for a node manager");
        } else if (formerName.exists()) {
            findings.add(formerName, "is the former name of serviceAccountName; leave it out");
        }
    }

    private static void selectorLabels(Pod pod, Findings findings) {
        FieldReader selector = pod.object().field("spec", "selector", "matchLabels");
        FieldReader labels = pod.template().field("metadata", "labels");
        if (!selector.map().equals(labels.map()) || labels.map().isEmpty()) {
            findings.add(
                    selector, "has to be the same labels as " + labels.path() + "; " + difference(selector, labels));
        }
    }

    private static void managementAnnotation(Pod pod, Findings findings) {
        FieldReader annotation = pod.template().field("metadata", "annotations", ANNOTATION);
        if (!isManagementEffect(annotation.string())) {
            findings.add(annotation, "has to be {\"effect\": \"" + ANNOTATION_EFFECT + "\"}, as a string");
        }
    }

    private static boolean isManagementEffect(String annotation) {
        try {
            return Map.of("effect", ANNOTATION_EFFECT).equals(JsonReader.read(annotation));
        } catch (SyntaxException e) {
            return false;
        }
    }

    private static void tolerations(Pod pod, Findings findings) {
        PodRules.tolerate(pod, List.of(Taint.UNINITIALIZED, Taint.CONTROL_PLANE, Taint.NOT_READY), findings);
    }

    private static void antiAffinity(Pod pod, Findings findings) {
        FieldReader terms =
                pod.spec().field("affinity", "podAntiAffinity", "requiredDuringSchedulingIgnoredDuringExecution");
        FieldReader labels = pod.template().field("metadata", "labels");
        boolean found = terms.items().stream()
                // A term without topologyKey is another finding.
                .anyMatch(term -> (!term.field("topologyKey").exists()
                                || term.field("topologyKey").is(TOPOLOGY))
                        && term.field("labelSelector", "matchLabels").map().equals(labels.map()));
        if (!found) {
            Optional<FieldReader> onHost = terms.items().stream()
                    .filter(term -> term.field("topologyKey").is(TOPOLOGY))
                    .map(term -> term.field("labelSelector", "matchLabels"))
                    .findFirst();
            findings.add(
                    onHost.orElse(terms),
                    onHost.map(selector -> "has to be the same labels as " + labels.path() + "; "
                                    + difference(selector, labels))
                            .orElse("has to have a term with topologyKey " + TOPOLOGY
                                    + " whose labelSelector.matchLabels are the same labels as " + labels.path()
                                    + ", so that the loss of a node leaves one of the Pods"));
        }
    }

    private static void controlPlaneNodes(Pod pod, Findings findings) {
        FieldReader selector = pod.spec().field("nodeSelector");
        if (!selector.field("node-role.kubernetes.io/master").is("")
                && !selector.field("node-role.kubernetes.io/control-plane").is("")) {
            findings.add(selector, "has to have node-role.kubernetes.io/master: \"\"");
        }
    }

    private static void leaderElection(Pod pod, Findings findings) {
        pod.cloudContainer()
                .filter(container -> !container.hasFlag(LEADER_ELECTION))
                .ifPresent(container -> findings.add(container.args(), "has to have " + LEADER_ELECTION));
    }

    /** Which labels of a selector are not those of its Pods; empty where none differs. */
    private static String difference(FieldReader selector, FieldReader labels) {
        if (labels.map().isEmpty()) {
            return labels.path() + " has no labels";
        }
        List<String> differences = new ArrayList<>();
        labels.map().forEach((label, value) -> {
            if (!selector.map().containsKey(label)) {
                differences.add("lacks " + label + ": " + value);
            } else if (!selector.field(label).is(value)) {
                differences.add(label + " is " + selector.field(label).value() + " here and " + value + " there");
            }
        });
        selector.map().keySet().stream()
                .filter(label -> !labels.map().containsKey(label))
                .forEach(label -> differences.add("the Pods lack " + label));
        return String.join(", ", differences);
    }
}
