// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;

import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.assets.KubernetesObject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The Deployments and DaemonSets of the managed namespace, whose controllers no process here runs. */
public record Workloads(ApiClient admin, String namespace) {
    /** Those of a cluster of OpenShift. */
    public Workloads(ApiClient admin) {
        this(admin, OpenShiftCluster.MANAGED);
    }

    /** Reports what controllers report once all Pods are of the current generation. */
    public void rollOut() {
        report("True", "NewReplicaSetAvailable", true);
    }

    /** Reports what controllers report when new Pods do not start. */
    public void stall() {
        report("False", "ProgressDeadlineExceeded", false);
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

    private void report(String progressing, String reason, boolean works) {
        for (KubernetesObject deployment : items("deployments")) {
            Object replicas = deployment.fields().at("spec", "replicas");
            status("Deployment", deployment, """
                    replicas: %1$s, updatedReplicas: %2$s, readyReplicas: %2$s, availableReplicas: %2$s,
                    conditions: [{type: Progressing, status: '%3$s', reason: %4$s,
                    lastUpdateTime: '2026-01-01T00:00:00Z', lastTransitionTime: '2026-01-01T00:00:00Z'}]
                    """.formatted(replicas, works ? replicas : 0, progressing, reason));
        }
        for (KubernetesObject daemonSet : items("daemonsets")) {
            status("DaemonSet", daemonSet, """
                    currentNumberScheduled: 3, desiredNumberScheduled: 3, numberMisscheduled: 0, numberReady: %1$d,
                    numberAvailable: %1$d, updatedNumberScheduled: %1$d
                    """.formatted(works ? 3 : 0));
        }
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
        return OpenShiftCluster.accepted(admin.get("/apis/apps/v1/namespaces/" + namespace + "/" + resource))
                .object()
                .fields()
                .maps("items")
                .stream()
                .map(KubernetesObject::new)
                .toList();
    }
}
