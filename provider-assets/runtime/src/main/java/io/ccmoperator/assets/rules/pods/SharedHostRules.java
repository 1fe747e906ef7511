// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.rules.pods;

import static io.ccmoperator.assets.findings.Rule.rule;

import io.ccmoperator.assets.findings.Findings;
import io.ccmoperator.assets.findings.Rule;
import io.ccmoperator.assets.provider.Container;
import io.ccmoperator.assets.provider.ParsedProvider;
import io.ccmoperator.assets.provider.Pod;
import io.ccmoperator.assets.tree.FieldReader;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** Rules on the ports of the host, which the workloads of a provider share with each other and with other components. */
public final class SharedHostRules {
    /** For each provider. */
    public static final List<Rule<ParsedProvider>> RULES = List.of(rule("shared-host-port", SharedHostRules::ports));

    /** For each pod. */
    public static final List<Rule<Pod>> OF_PODS = List.of(rule("reserved-host-port", SharedHostRules::portsOfOthers));

    /** Ports on which components of OpenShift and Kubernetes listen on each host. */
    private static final Map<Long, String> OF_OTHERS = Map.ofEntries(
            Map.entry(22L, "sshd"),
            Map.entry(53L, "the DNS of the host"),
            Map.entry(80L, "the router"),
            Map.entry(443L, "the router"),
            Map.entry(1936L, "the router"),
            Map.entry(2379L, "etcd"),
            Map.entry(2380L, "etcd"),
            Map.entry(6443L, "kube-apiserver"),
            Map.entry(9100L, "node-exporter"),
            Map.entry(10248L, "the kubelet"),
            Map.entry(10250L, "the kubelet"),
            Map.entry(10256L, "the network of Pods"),
            Map.entry(10257L, "kube-controller-manager"),
            Map.entry(10259L, "kube-scheduler"),
            Map.entry(22623L, "machine-config-server"),
            Map.entry(22624L, "machine-config-server"));

    private SharedHostRules() {}

    /** A port that a container opens on the host. */
    private record Open(FieldReader field, long number, Pod pod) {}

    private static void ports(ParsedProvider provider, Findings findings) {
        List<Open> seen = new ArrayList<>();
        for (Pod pod : provider.workloads()) {
            List<Open> own = open(pod);
            for (Open port : own) {
                seen.stream()
                        .filter(other ->
                                other.number == port.number && other.pod.isForWindows() == port.pod.isForWindows())
                        .findFirst()
                        .ifPresent(other -> findings.add(
                                port.field,
                                "port " + port.number + " of the host is open in " + other.pod.kind() + " "
                                        + other.pod.object().string("metadata", "name")
                                        + " already, which runs on the same nodes; take another port"));
            }
            seen.addAll(own);
        }
    }

    private static void portsOfOthers(Pod pod, Findings findings) {
        open(pod).stream()
                .filter(port -> OF_OTHERS.containsKey(port.number))
                .forEach(port -> findings.add(
                        port.field,
                        "on the host network, port " + port.number + " is that of " + OF_OTHERS.get(port.number)
                                + "; 10258 is that of cloud controller managers"));
    }

    private static List<Open> open(Pod pod) {
        List<Open> open = new ArrayList<>();
        for (Container container : pod.allContainers()) {
            container.fields().field("ports").items().stream()
                    .map(port -> port.field("containerPort"))
                    .filter(port -> port.value() instanceof Long)
                    .forEach(port -> open.add(new Open(port, (Long) port.value(), pod)));
            Stream.of("secure-port", "webhook-secure-port")
                    .flatMap(name -> container.flag(name).stream())
                    .filter(flag -> flag.value().matches("[1-9]\\d{0,4}"))
                    .filter(flag -> open.stream().noneMatch(known -> known.number == Long.parseLong(flag.value())))
                    .forEach(flag -> open.add(new Open(flag.field(), Long.parseLong(flag.value()), pod)));
        }
        return open;
    }
}
