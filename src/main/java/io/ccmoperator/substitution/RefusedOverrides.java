// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderDescriptor;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.cluster.ClusterFacts;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.Overrides.Program;
import io.ccmoperator.cluster.Topology;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Settings of an administrator that are valid by themselves, but not with this provider or cluster: a cloud controller manager
 * would not start, or not do what the operator and the cluster rely on.
 */
public final class RefusedOverrides {
    /** The object, for messages. */
    public static final String OBJECT = "CloudControllerManager cluster: ";

    /** Flags that are the operator's, whatever the provider, and what to set instead; empty where nothing can be. */
    private static final Map<String, String> FLAGS = Map.ofEntries(
            Map.entry("v", "set spec.logLevel"),
            Map.entry("feature-gates", "enable feature gates in FeatureGate cluster"),
            Map.entry("cluster-cidr", "it comes from Network cluster"),
            Map.entry("cluster-name", "it comes from Infrastructure cluster"),
            Map.entry("tls-cipher-suites", "set the TLS profile of APIServer cluster"),
            Map.entry("tls-min-version", "set the TLS profile of APIServer cluster"));

    /** The same where the object describes the cluster. */
    private static final Map<String, String> DESCRIBED_FLAGS = Map.of(
            "v", "set spec.logLevel",
            "cluster-cidr", "set spec.cluster.network.pods",
            "cluster-name", "set spec.cluster.name",
            "tls-cipher-suites", "set spec.cluster.tls.cipherSuites",
            "tls-min-version", "set spec.cluster.tls.minVersion");

    private static final Pattern OWN =
            Pattern.compile("cloud-provider|cloud-config|feature-gates|kubeconfig|master|node-name"
                    + "|secure-port|bind-address|cert-dir|use-service-account-credentials|leader-elect(-.*)?|tls-.*"
                    + "|(authentication|authorization|requestheader)-.*|client-ca-file");

    private static final Pattern VARIABLE = Pattern.compile("\\$\\(([^)]+)\\)");

    private final Provider provider;
    private final Map<String, String> flags;
    private final List<String> lines = new ArrayList<>();

    private RefusedOverrides(Provider provider, Map<String, String> flags) {
        this.provider = provider;
        this.flags = flags;
    }

    /** A message for each, which names the object, the field and the remedy. */
    public static List<String> of(Provider provider, ClusterFacts facts) {
        boolean described = facts.distribution() == Distribution.KUBERNETES;
        RefusedOverrides refused = new RefusedOverrides(provider, described ? DESCRIBED_FLAGS : FLAGS);
        if (facts.overrides().describesCluster() && !described) {
            refused.add(
                    "cluster",
                    "Infrastructure cluster and the other objects of OpenShift describe the cluster; remove the field");
        }
        facts.overrides().programs().forEach((container, program) -> {
            refused.program(container, program);
            if (program.needsPodNetworks() && facts.networks().clusterNetwork().isEmpty()) {
                refused.add(
                        program.field() + ".args",
                        "routes and networks of nodes need the networks of Pods; "
                                + (described ? "set spec.cluster.network.pods" : "Network cluster has none yet"));
            }
            program.replicas()
                    .filter(replicas -> replicas > 1 && facts.infrastructure().topology() == Topology.SINGLE_REPLICA)
                    .ifPresent(
                            replicas -> refused.add(
                                    program.field() + ".replicas",
                                    "the cluster has one control plane node, so that a second replica could not run; remove it"));
        });
        return refused.lines;
    }

    private void program(String name, Program program) {
        Optional<Map<String, Object>> container = container(name);
        if (container.isEmpty()) {
            add(
                    program.field(),
                    "provider " + provider.descriptor().name() + " has no container " + name + "; remove the field");
            return;
        }
        program.args().keySet().forEach(flag -> flag(name, program.field() + ".args." + flag, flag));
        Set<String> filled = provider.descriptor().environment().keySet();
        List<String> referred = FieldReader.of(container.get()).strings("args").stream()
                .flatMap(argument -> VARIABLE.matcher(argument).results().map(match -> match.group(1)))
                .toList();
        for (Map<String, Object> variable : program.env()) {
            String of = String.valueOf(variable.get("name"));
            if (filled.contains(of) || referred.contains(of)) {
                add(program.field() + ".env[" + of + "]", "the operator sets this variable; remove it");
            }
        }
    }

    private void flag(String container, String path, String flag) {
        ProviderDescriptor descriptor = provider.descriptor();
        boolean filled = descriptor.flags().getOrDefault(container, Map.of()).containsKey("--" + flag);
        if (flags.containsKey(flag)) {
            add(path, "the operator sets this flag; remove it: " + flags.get(flag) + " instead");
        } else if (filled || OWN.matcher(flag).matches()) {
            add(path, "the operator sets this flag; remove it");
        }
    }

    private Optional<Map<String, Object>> container(String name) {
        return provider.assets().stream()
                .filter(KubernetesObject::isWorkload)
                .flatMap(workload -> workload.containers().stream())
                .filter(container -> name.equals(container.get("name")))
                .findFirst();
    }

    private void add(String field, String reason) {
        lines.add(OBJECT + "spec." + field + ": " + reason);
    }
}
