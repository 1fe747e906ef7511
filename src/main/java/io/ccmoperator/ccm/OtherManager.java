// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.YamlReader;
import io.ccmoperator.client.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A cloud controller manager beside the one that the operator runs, on Kubernetes. Each has a Lease of its own, so that neither waits for the
 * other: both initialize nodes, and change the same load balancers. The resource {@code other-managers.yaml} has the names of their workloads
 * and Leases, which are in kube-system, with their sources.
 *
 * @param key the workload, or the Lease
 * @param members state, such as {@code running} or {@code held by node-1}; of a workload also available and desired, of a Lease holder
 * @param remedy how it is turned off, if it is part of a distribution; else empty
 */
public record OtherManager(ObjectKey key, Map<String, String> members, String remedy) {
    private static final List<FieldReader> KNOWN =
            YamlReader.resource(OtherManager.class, "/other-managers.yaml").items();

    private static final String NAMESPACE = "kube-system";

    /** The holder writes its own time into the Lease. */
    private static final Duration DIFFERENCE_OF_CLOCKS = Duration.ofMinutes(1);

    /**
     * Those that run.
     *
     * @param provider the name of the provider of the cluster; another cloud's programs do not run in it
     * @param managedNamespace what is there is the operator's own
     * @param objects reads an object
     * @param now a Lease that has not been renewed until then may have expired
     */
    public static List<OtherManager> running(
            String provider,
            String managedNamespace,
            Function<ObjectKey, Optional<KubernetesObject>> objects,
            Instant now) {
        if (managedNamespace.equals(NAMESPACE)) {
            return List.of();
        }
        return KNOWN.stream()
                .filter(known -> !known.field("providers").exists()
                        || known.strings("providers").contains(provider))
                .flatMap(known -> objects
                        .apply(key(known))
                        .flatMap(object -> members(object, now))
                        .map(members -> new OtherManager(key(known), members, known.string("remedy")))
                        .stream())
                .toList();
    }

    /** The objects by which they are recognized, of all providers. */
    public static List<ObjectKey> known() {
        return KNOWN.stream().map(OtherManager::key).toList();
    }

    private static ObjectKey key(FieldReader known) {
        ResourceKind kind = Stream.of(ResourceKind.LEASE, ResourceKind.DEPLOYMENT, ResourceKind.DAEMON_SET)
                .filter(each -> known.field("kind").is(each.kind()))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(known.field("kind").location()));
        return new ObjectKey(kind, NAMESPACE, known.string("name"));
    }

    /** Empty if nothing runs. */
    private static Optional<Map<String, String>> members(KubernetesObject object, Instant now) {
        if (object.isWorkload()) {
            Replicas replicas = Replicas.of(object);
            return isScheduled(object, replicas)
                    ? Optional.of(Map.of(
                            "state",
                            "running",
                            "available",
                            "" + replicas.available(),
                            "desired",
                            "" + replicas.desired()))
                    : Optional.empty();
        }
        FieldReader spec = object.fields().field("spec");
        String holder = spec.string("holderIdentity");
        Duration duration =
                Duration.ofSeconds(spec.number("leaseDurationSeconds").orElse(0L));
        return spec.time("renewTime")
                .filter(renewed -> !holder.isEmpty())
                .filter(renewed -> now.isBefore(renewed.plus(duration).plus(DIFFERENCE_OF_CLOCKS)))
                .map(renewed -> Map.of("state", "held by " + host(holder), "holder", host(holder)));
    }

    /** No Pods are made of a Deployment that is scaled to zero, and of a DaemonSet that no node is selected for. */
    private static boolean isScheduled(KubernetesObject workload, Replicas replicas) {
        boolean isCounted = workload.kind().equals("Deployment")
                || workload.fields().number("status", "observedGeneration").orElse(0L) > 0;
        return !isCounted || replicas.desired() > 0;
    }

    /** The identity is the name of the host, {@code _} and a UUID. */
    private static String host(String holder) {
        int end = holder.lastIndexOf('_');
        return end > 0 ? holder.substring(0, end) : holder;
    }

    /** A line for an administrator; empty if there is none. */
    static Optional<String> warning(List<OtherManager> others) {
        if (others.isEmpty()) {
            return Optional.empty();
        }
        List<String> remedies = new ArrayList<>(List.of("keep one of them"));
        others.stream()
                .map(OtherManager::remedy)
                .filter(remedy -> !remedy.isEmpty())
                .forEach(remedies::add);
        return Optional.of(others.stream()
                .map(other -> other.key.kind() == ResourceKind.LEASE
                        ? other.key + " is " + other.members.get("state")
                        : "" + other.key)
                .collect(Collectors.joining(
                        ", ",
                        "another cloud controller manager runs: ",
                        "; both initialize nodes and change load balancers: " + String.join(", ", remedies))));
    }

    /** As a table has it. */
    public Map<String, String> row() {
        Map<String, String> row = new TreeMap<>(members);
        row.putAll(Map.of("kind", key.kind().kind(), "namespace", key.namespace(), "name", key.name()));
        return row;
    }
}
