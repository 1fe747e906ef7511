// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;

import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.assets.KubernetesObject;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/** The Deployments and DaemonSets of the managed namespace, whose controllers no process here runs. */
public record Workloads(ApiClient admin, String namespace) {
    private static final long NODES = 3;

    /** Those of a cluster of OpenShift. */
    public Workloads(ApiClient admin) {
        this(admin, OpenShiftCluster.MANAGED);
    }

    /** Reports what controllers report once all Pods are of the current generation. */
    public void rollOut() {
        rollOut(workload -> false);
    }

    /**
     * The same; but where Pods of the current template end, one of them takes the place of a replica, and has ended three times.
     *
     * @param ends whether the Pods of a workload end
     */
    public void rollOut(Predicate<KubernetesObject> ends) {
        items("deployments").forEach(deployment -> {
            long replicas = replicas(deployment);
            if (endsOne(deployment, ends)) {
                report(deployment, 1, replicas - 1, "True", "ReplicaSetUpdated");
            } else {
                report(deployment, replicas, replicas, "True", "NewReplicaSetAvailable");
            }
        });
        items("daemonsets").forEach(daemonSet -> {
            if (endsOne(daemonSet, ends)) {
                report(daemonSet, 1, NODES - 1);
            } else {
                report(daemonSet, NODES, NODES);
            }
        });
    }

    /** Renews the Lease of the cloud controller manager, which a Pod has held for long enough. */
    public void lead() {
        Instant now = Instant.now();
        OpenShiftCluster.accepted(
                admin.apply(manifest("""
                apiVersion: coordination.k8s.io/v1
                kind: Lease
                metadata: {name: cloud-controller-manager, namespace: %s}
                spec: {holderIdentity: node, leaseDurationSeconds: 137, acquireTime: '%s', renewTime: '%s'}
                """.formatted(namespace, microTime(now.minusSeconds(75)), microTime(now)))));
    }

    private static String microTime(Instant time) {
        return DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'")
                .withZone(ZoneOffset.UTC)
                .format(time);
    }

    private boolean endsOne(KubernetesObject workload, Predicate<KubernetesObject> ends) {
        boolean endsOne = ends.test(workload);
        new EndingPod(admin, workload).exist(endsOne);
        return endsOne;
    }

    /** Reports what controllers report when new Pods do not start. */
    public void stall() {
        items("deployments").forEach(deployment -> report(deployment, 0, 0, "False", "ProgressDeadlineExceeded"));
        items("daemonsets").forEach(daemonSet -> report(daemonSet, 0, 0));
    }

    /** Reports what controllers report while a node restarts and another one joins; all Pods are of the current generation. */
    public void reboot() {
        for (KubernetesObject deployment : items("deployments")) {
            status("Deployment", deployment, """
                    replicas: 2, updatedReplicas: 2, readyReplicas: 1, availableReplicas: 1, unavailableReplicas: 1,
                    conditions: [{type: Progressing, status: 'True', reason: NewReplicaSetAvailable,
                    lastUpdateTime: '2026-01-01T00:00:00Z', lastTransitionTime: '2026-01-01T00:00:00Z'},
                    {type: Available, status: 'False', reason: MinimumReplicasUnavailable,
                    lastUpdateTime: '2026-01-01T00:00:00Z', lastTransitionTime: '2026-01-01T00:00:00Z'}]
                    """);
        }
        for (KubernetesObject daemonSet : items("daemonsets")) {
            status("DaemonSet", daemonSet, """
                    currentNumberScheduled: 4, desiredNumberScheduled: 4, numberMisscheduled: 0, numberReady: 2,
                    numberUnavailable: 2, numberAvailable: 2, updatedNumberScheduled: 4
                    """);
        }
    }

    /** Name to images of its containers. */
    public Map<String, List<Object>> images() {
        Map<String, List<Object>> images = new TreeMap<>();
        for (String resource : List.of("deployments", "daemonsets")) {
            items(resource)
                    .forEach(workload -> images.put(
                            workload.name(),
                            workload.fields().maps("spec", "template", "spec", "containers").stream()
                                    .map(container -> container.get("image"))
                                    .toList()));
        }
        return images;
    }

    /** Name to metadata.generation. */
    public Map<String, Long> generations() {
        Map<String, Long> generations = new TreeMap<>();
        for (String resource : List.of("deployments", "daemonsets")) {
            items(resource)
                    .forEach(workload -> generations.put(
                            workload.name(), (Long) workload.fields().at("metadata", "generation")));
        }
        return generations;
    }

    private static long replicas(KubernetesObject deployment) {
        return deployment.fields().number("spec", "replicas").orElseThrow();
    }

    private void report(KubernetesObject deployment, long updated, long available, String progressing, String reason) {
        status("Deployment", deployment, """
                replicas: %d, updatedReplicas: %d, readyReplicas: %3$d, availableReplicas: %3$d,
                conditions: [{type: Progressing, status: '%4$s', reason: %5$s,
                lastUpdateTime: '2026-01-01T00:00:00Z', lastTransitionTime: '2026-01-01T00:00:00Z'}]
                """.formatted(replicas(deployment), updated, available, progressing, reason));
    }

    private void report(KubernetesObject daemonSet, long updated, long available) {
        status("DaemonSet", daemonSet, """
                currentNumberScheduled: %1$d, desiredNumberScheduled: %1$d, numberMisscheduled: 0, numberReady: %2$d,
                numberAvailable: %2$d, updatedNumberScheduled: %3$d
                """.formatted(NODES, available, updated));
    }

    private void status(String kind, KubernetesObject workload, String status) {
        ApiAnswer answer = admin.mergeStatus(manifest("""
                apiVersion: apps/v1
                kind: %s
                metadata: {name: %s, namespace: %s}
                status: {observedGeneration: %s, %s}
                """.formatted(
                kind, workload.name(), workload.namespace(), workload.fields().at("metadata", "generation"), status)));
        boolean deletedSinceListed = answer.status() == 404;
        if (!deletedSinceListed) {
            OpenShiftCluster.accepted(answer);
        }
    }

    private List<KubernetesObject> items(String resource) {
        List<Map<String, Object>> items = OpenShiftCluster.accepted(
                        admin.get("/apis/apps/v1/namespaces/" + namespace + "/" + resource))
                .object()
                .fields()
                .maps("items");
        // An item of a list has no kind.
        items.forEach(item -> item.put("kind", resource.equals("deployments") ? "Deployment" : "DaemonSet"));
        return items.stream().map(KubernetesObject::new).toList();
    }
}
