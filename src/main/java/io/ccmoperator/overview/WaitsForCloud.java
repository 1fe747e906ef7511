// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.overview;

import io.ccmoperator.assets.KubernetesObject;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The nodes that no cloud controller manager has initialized, and the Services whose load balancers the cloud refuses. A refused call
 * is counted in the metrics of the cloud controller manager, but the API server passes no credentials on to a pod; one for a
 * Service is an event, too.
 */
final class WaitsForCloud {
    /** The field selector of the events on Services. */
    static final String EVENTS = "fieldSelector=source=service-controller";

    /** That of the alert CCMNodeUninitialized. */
    private static final Duration PATIENCE = Duration.ofMinutes(10);

    private static final String TAINT = "node.cloudprovider.kubernetes.io/uninitialized";
    private static final String FAILURE = "LoadBalancerFailed";
    private static final Set<String> SUCCESSES =
            Set.of("EnsuredLoadBalancer", "UpdatedLoadBalancer", "DeletedLoadBalancer");

    /** How many late nodes are named. */
    private static final int NAMED = 10;

    private WaitsForCloud() {}

    /** What is needed of a node: name and taint of one that is not initialized, nothing of another one. */
    static Optional<KubernetesObject> ofNode(KubernetesObject node) {
        return since(node)
                .map(time -> new KubernetesObject(Map.of(
                        "metadata",
                        Map.of("name", node.name()),
                        "spec",
                        Map.of("taints", List.of(Map.of("key", TAINT, "timeAdded", time))))));
    }

    /** What is needed of an event: nothing of one that is not about a load balancer. */
    static Optional<KubernetesObject> ofEvent(KubernetesObject event) {
        String reason = event.fields().string("reason");
        if (!SUCCESSES.contains(reason) && !reason.endsWith(FAILURE)) {
            return Optional.empty();
        }
        Map<String, Object> needed = new LinkedHashMap<>(event.tree());
        needed.keySet().retainAll(Set.of("reason", "message", "firstTimestamp", "lastTimestamp", "involvedObject"));
        return Optional.of(new KubernetesObject(needed));
    }

    /** One row for each node with the taint, those that have had it for longest first. */
    static List<Map<String, String>> nodes(List<KubernetesObject> nodes) {
        List<Map<String, String>> rows = new ArrayList<>();
        for (KubernetesObject node : nodes) {
            since(node).ifPresent(time -> rows.add(row("Node", "", node.name(), time, "has the taint " + TAINT)));
        }
        rows.sort(Comparator.comparing(row -> row.get("since")));
        return rows;
    }

    /** The names of the nodes that have had the taint for so long that something is wrong; the first ones, where there are many. */
    static Optional<String> lateNodes(List<KubernetesObject> nodes, Instant now) {
        Instant last = now.minus(PATIENCE);
        List<String> late = nodes.stream()
                .filter(node -> since(node)
                        .filter(time -> !OffsetDateTime.parse(time).toInstant().isAfter(last))
                        .isPresent())
                .map(KubernetesObject::name)
                .toList();
        String named = String.join(", ", late.subList(0, Math.min(NAMED, late.size())));
        return late.isEmpty()
                ? Optional.empty()
                : Optional.of(late.size() > NAMED ? named + " and " + (late.size() - NAMED) + " others" : named);
    }

    /** The kubelet registers the node with the taint, and without a time. */
    private static Optional<String> since(KubernetesObject node) {
        return node.fields().maps("spec", "taints").stream()
                .filter(taint -> TAINT.equals(taint.get("key")))
                .map(taint -> taint.get("timeAdded") instanceof String time
                        ? time
                        : node.fields().string("metadata", "creationTimestamp"))
                .findFirst();
    }

    /**
     * One row for each Service whose last attempt failed, with the time of its first failure.
     *
     * @param events of {@link #EVENTS}; the API server keeps them for an hour or three
     */
    static List<Map<String, String>> services(List<KubernetesObject> events) {
        return events.stream()
                .collect(Collectors.groupingBy(
                        event -> event.fields().string("involvedObject", "namespace") + "/"
                                + event.fields().string("involvedObject", "name"),
                        TreeMap::new,
                        Collectors.toList()))
                .values()
                .stream()
                .flatMap(service -> failure(service).stream())
                .toList();
    }

    private static Optional<Map<String, String>> failure(List<KubernetesObject> events) {
        String success = events.stream()
                .filter(event -> SUCCESSES.contains(event.fields().string("reason")))
                .map(event -> event.fields().string("lastTimestamp"))
                .max(Comparator.naturalOrder())
                .orElse("");
        List<KubernetesObject> failures = events.stream()
                .filter(event -> event.fields().string("reason").endsWith(FAILURE)
                        && event.fields().string("lastTimestamp").compareTo(success) > 0)
                .sorted(Comparator.comparing(event -> event.fields().string("lastTimestamp")))
                .toList();
        if (failures.isEmpty()) {
            return Optional.empty();
        }
        String since = failures.stream()
                .map(event -> event.fields().string("firstTimestamp"))
                .min(Comparator.naturalOrder())
                .orElseThrow();
        KubernetesObject last = failures.get(failures.size() - 1);
        return Optional.of(row(
                "Service",
                last.fields().string("involvedObject", "namespace"),
                last.fields().string("involvedObject", "name"),
                since,
                last.fields().string("reason") + ": " + last.fields().string("message")));
    }

    private static Map<String, String> row(String kind, String namespace, String name, String since, String message) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("kind", kind);
        row.put("namespace", namespace);
        row.put("name", name);
        row.put("since", since);
        row.put("message", message);
        return row;
    }
}
