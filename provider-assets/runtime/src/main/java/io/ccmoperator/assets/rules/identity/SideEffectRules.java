// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.identity;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.LabelSelector;
import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.provider.ProviderDocument;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/** Rules on objects with which other components interfere, or that give more than they seem to. */
public final class SideEffectRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES =
            List.of(rule("selected-pods", SideEffectRules::selectedPods));

    /** For each object. */
    public static final List<Rule<ProviderDocument>> OF_OBJECTS =
            List.of(rule("written-by-others", SideEffectRules::writtenByOthers));

    /** Prefixes of labels and annotations that other components write, and those components. */
    private static final Map<String, String> WRITERS = Map.of(
            "deployment.kubernetes.io/", "the controller of Deployments",
            "deprecated.daemonset.template.generation", "the controller of DaemonSets",
            "kubectl.kubernetes.io/", "kubectl",
            "kubernetes.io/config.", "the kubelet",
            "operator.openshift.io/", "the operator",
            "pod-template-hash", "the controller of Deployments",
            "controller-revision-hash", "the controller of DaemonSets");

    /** Labels and annotations for which other components fill a ConfigMap. */
    private static final Set<String> INJECTORS =
            Set.of("config.openshift.io/inject-trusted-cabundle", "service.beta.openshift.io/inject-cabundle");

    private SideEffectRules() {}

    private static void writtenByOthers(ProviderDocument document, Findings findings) {
        FieldReader root = document.fields();
        Stream.of(root, root.field("spec", "template"))
                .flatMap(holder ->
                        Stream.of(holder.field("metadata", "labels"), holder.field("metadata", "annotations")))
                .flatMap(holder -> holder.members().stream())
                .forEach(member -> {
                    String name = member.path().name();
                    WRITERS.keySet().stream()
                            .filter(name::startsWith)
                            .findFirst()
                            .ifPresent(prefix -> findings.add(
                                    member, "is written by " + WRITERS.get(prefix) + " in the cluster; leave it out"));
                    if (INJECTORS.contains(name)) {
                        findings.add(
                                member,
                                "another component would fill the object, and the operator would empty it again; leave the object"
                                        + " out, and mount ConfigMap ccm-trusted-ca");
                    }
                });
    }

    private static void selectedPods(ParsedProvider provider, Findings findings) {
        Stream.concat(
                        provider.assetsOf("Service").stream()
                                .filter(service ->
                                        !service.field("spec", "selector").map().isEmpty()),
                        provider.assetsOf("PodDisruptionBudget").stream())
                .filter(object -> provider.complete() && !provider.workloads().isEmpty())
                .forEach(object -> {
                    FieldReader selector = object.field("spec", "selector");
                    List<Pod> selected = provider.workloads().stream()
                            .filter(pod -> selects(object, pod))
                            .toList();
                    if (selected.isEmpty()) {
                        findings.add(
                                selector,
                                "selects no Pod of the provider; write labels of the template of a Deployment or a DaemonSet");
                    } else if (object.field("kind").is("Service")) {
                        object.field("spec", "ports").items().stream()
                                .map(port -> port.field("targetPort"))
                                .filter(port -> port.value() instanceof String && !hasPort(selected, port.string()))
                                .forEach(port -> findings.add(
                                        port, "no container of the Pods has a port of the name " + port.string()));
                    }
                });
    }

    private static boolean selects(FieldReader object, Pod pod) {
        Map<String, Object> labels = pod.template().map("metadata", "labels");
        FieldReader selector = object.field("spec", "selector");
        return object.field("kind").is("Service")
                ? labels.entrySet().containsAll(selector.map().entrySet())
                : new LabelSelector(selector).selects(labels);
    }

    private static boolean hasPort(List<Pod> pods, String name) {
        return pods.stream()
                .flatMap(pod -> pod.containers().stream())
                .flatMap(container -> container.fields().field("ports").items().stream())
                .anyMatch(port -> port.field("name").is(name));
    }
}
