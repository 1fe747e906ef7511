// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.rules.access;

import io.ccmoperator.assets.deployment.findings.Findings;
import io.ccmoperator.assets.deployment.text.DidYouMean;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The resources of Kubernetes 1.36 by API group, as roles and admission policies name them. Groups of others, such as those of
 * OpenShift and of custom resources, are not in it: their resources are not known when the operator is built.
 */
final class ApiResources {
    /** A line has a group, its namespaced resources, and after the bar those without a namespace. */
    private static final String RESOURCES = """
            core: bindings configmaps endpoints events limitranges persistentvolumeclaims pods podtemplates\
             replicationcontrollers resourcequotas secrets serviceaccounts services\
             | componentstatuses namespaces nodes persistentvolumes
            admissionregistration.k8s.io: | mutatingadmissionpolicies mutatingadmissionpolicybindings\
             mutatingwebhookconfigurations validatingadmissionpolicies validatingadmissionpolicybindings\
             validatingwebhookconfigurations
            apiextensions.k8s.io: | customresourcedefinitions
            apiregistration.k8s.io: | apiservices
            apps: controllerrevisions daemonsets deployments replicasets statefulsets |
            authentication.k8s.io: | selfsubjectreviews tokenreviews
            authorization.k8s.io: localsubjectaccessreviews\
             | selfsubjectaccessreviews selfsubjectrulesreviews subjectaccessreviews
            autoscaling: horizontalpodautoscalers |
            batch: cronjobs jobs |
            certificates.k8s.io: podcertificaterequests | certificatesigningrequests clustertrustbundles signers
            coordination.k8s.io: leasecandidates leases |
            discovery.k8s.io: endpointslices |
            events.k8s.io: events |
            flowcontrol.apiserver.k8s.io: | flowschemas prioritylevelconfigurations
            networking.k8s.io: ingresses networkpolicies | ingressclasses ipaddresses servicecidrs
            node.k8s.io: | runtimeclasses
            policy: poddisruptionbudgets |
            rbac.authorization.k8s.io: rolebindings roles | clusterrolebindings clusterroles
            resource.k8s.io: resourceclaims resourceclaimtemplates | deviceclasses devicetaintrules resourceslices
            scheduling.k8s.io: workloads podgroups | priorityclasses
            storage.k8s.io: csistoragecapacities | csidrivers csinodes storageclasses volumeattachments\
             volumeattributesclasses
            """;

    private static final Set<String> SUBRESOURCES = Set.of(
            "approval",
            "attach",
            "binding",
            "checkpoint",
            "configz",
            "ephemeralcontainers",
            "eviction",
            "exec",
            "finalize",
            "finalizers",
            "healthz",
            "log",
            "metrics",
            "pods",
            "portforward",
            "proxy",
            "resize",
            "scale",
            "spec",
            "stats",
            "status",
            "token");

    private static final Map<String, Set<String>> NAMESPACED = new HashMap<>();
    private static final Map<String, Set<String>> CLUSTER_SCOPED = new HashMap<>();

    static {
        RESOURCES.lines().forEach(line -> {
            String[] parts = line.split("[:|]", -1);
            String group = parts[0].equals("core") ? "" : parts[0];
            NAMESPACED.put(group, words(parts[1]));
            CLUSTER_SCOPED.put(group, words(parts[2]));
        });
    }

    private ApiResources() {}

    private static Set<String> words(String text) {
        return Arrays.stream(text.strip().split(" +"))
                .filter(word -> !word.isEmpty())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Adds what is wrong with the API groups and the resources that a rule of a role or an admission policy names. */
    static void check(FieldReader rule, Findings findings) {
        List<String> groups = rule.field("apiGroups").strings();
        for (FieldReader group : rule.field("apiGroups").items()) {
            faultOfGroup(group.string()).ifPresent(fault -> findings.add(group, fault));
        }
        if (groups.stream().allMatch(group -> faultOfGroup(group).isEmpty())) {
            for (FieldReader resource : rule.field("resources").items()) {
                faultOfResource(resource.string(), groups).ifPresent(fault -> findings.add(resource, fault));
            }
        }
    }

    /** What is wrong with the name of an API group. */
    private static Optional<String> faultOfGroup(String group) {
        if (NAMESPACED.containsKey(group) || group.equals("*")) {
            return Optional.empty();
        }
        if (Set.of("core", "v1", "core/v1").contains(group)) {
            return Optional.of("there is no API group " + group + "; the core group is \"\"");
        }
        if (group.contains("/")) {
            return Optional.of("has a version; write the group alone: " + group.replaceFirst("/.*", ""));
        }
        Optional<String> meant = NAMESPACED.keySet().stream()
                .filter(known -> known.startsWith(group + "."))
                .findFirst()
                .or(() -> DidYouMean.within(
                        2,
                        group,
                        NAMESPACED.keySet().stream()
                                .filter(known -> known.length() > 5)
                                .toList()));
        if (meant.isPresent() || !group.contains(".")) {
            return Optional.of("there is no API group " + group + "; "
                    + meant.map(near -> "is " + near + " meant?")
                            .orElse("a group of Kubernetes or a name with a dot, such as networking.k8s.io"));
        }
        return Optional.empty();
    }

    /** What is wrong with a resource of a rule with these groups; nothing where one of the groups is not known. */
    private static Optional<String> faultOfResource(String text, List<String> groups) {
        String name = text.replaceFirst("/.*", "");
        String subresource = text.contains("/") ? text.substring(text.indexOf('/') + 1) : "status";
        if (text.contains("*")) {
            return Optional.empty();
        }
        if (!text.matches("[a-z0-9./-]+")) {
            String plain = text.toLowerCase(Locale.ROOT);
            return Optional.of("'" + text
                    + "' is not the name of a resource, which is in lower case and in the plural, each an item"
                    + " of its own; such as "
                    + (plain.matches("[a-z]+") ? near(plain, groups).orElse(plain) : "nodes"));
        }
        if (groups.isEmpty() || !groups.stream().allMatch(NAMESPACED::containsKey)) {
            return Optional.empty();
        }
        if (groups.stream().noneMatch(group -> all(group).contains(name))) {
            List<String> right = NAMESPACED.keySet().stream()
                    .filter(group -> all(group).contains(name))
                    .sorted()
                    .toList();
            String of = groups.stream().map(ApiResources::shown).collect(Collectors.joining(", "));
            return Optional.of("API group " + of + " has no resource " + name + "; "
                    + (right.isEmpty()
                            ? near(name, groups)
                                    .map(meant -> "is " + meant + " meant?")
                                    .orElse("name a resource in lower case and in the plural, such as nodes")
                            : "it is in " + shown(right.get(0))));
        }
        return SUBRESOURCES.contains(subresource)
                ? Optional.empty()
                : Optional.of("there is no subresource " + text + "; "
                        + DidYouMean.nearest(subresource, SUBRESOURCES)
                                .map(near -> "is " + name + "/" + near + " meant?")
                                .orElse("such as " + name + "/status"));
    }

    /** Whether a resource of Kubernetes has no namespace in any of the groups. */
    static boolean isClusterScoped(String resource, List<String> groups) {
        String name = resource.replaceFirst("/.*", "");
        return groups.stream()
                        .anyMatch(group ->
                                CLUSTER_SCOPED.getOrDefault(group, Set.of()).contains(name))
                && groups.stream()
                        .noneMatch(group ->
                                NAMESPACED.getOrDefault(group, Set.of(name)).contains(name));
    }

    private static Set<String> all(String group) {
        Set<String> all = new TreeSet<>(NAMESPACED.get(group));
        all.addAll(CLUSTER_SCOPED.get(group));
        return all;
    }

    private static Optional<String> near(String name, List<String> groups) {
        List<String> known = groups.stream()
                .filter(NAMESPACED::containsKey)
                .flatMap(group -> all(group).stream())
                .toList();
        return DidYouMean.nearest(name, known);
    }

    private static String shown(String group) {
        return group.isEmpty() ? "\"\"" : group;
    }
}
