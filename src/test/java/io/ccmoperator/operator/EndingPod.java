// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;

import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;

/** A Pod of the current template of a workload whose program has ended three times. */
record EndingPod(ApiClient admin, KubernetesObject workload) {
    private static final List<String> TEMPLATE = List.of("labels", "annotations");

    /** Lets it exist, or not exist. */
    void exist(boolean exists) {
        KubernetesObject pod = pod();
        KubernetesObject live = admin.read(pod).object();
        boolean isThere = live.name().equals(pod.name());
        boolean isOfTemplate = isThere
                && TEMPLATE.stream()
                        .allMatch(field -> live.fields()
                                .map("metadata", field)
                                .equals(pod.fields().map("metadata", field)));
        if (isThere && !(exists && isOfTemplate)) {
            accepted(admin.delete(pod));
        }
        if (exists && !isOfTemplate) {
            pod.fields().map("metadata").put("ownerReferences", List.of(owner()));
            accepted(admin.create(pod));
            accepted(admin.mergeStatus(pod));
        }
    }

    /** A Pod counts only if its controller is the DaemonSet, or a ReplicaSet of the Deployment. */
    Map<String, Object> owner() {
        if (workload.kind().equals("DaemonSet")) {
            return controller(workload);
        }
        KubernetesObject replicas = manifest("""
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata: {name: %s-ends, namespace: %s}
                spec: {replicas: 0}
                """.formatted(workload.name(), workload.namespace()));
        FieldReader template = workload.fields().field("spec", "template");
        replicas.fields().map("metadata").put("labels", template.map("metadata", "labels"));
        replicas.fields().map("metadata").put("ownerReferences", List.of(controller(workload)));
        replicas.fields().map("spec").put("selector", workload.fields().map("spec", "selector"));
        replicas.fields().map("spec").put("template", workload.fields().map("spec", "template"));
        return controller(accepted(admin.apply(replicas)).object());
    }

    private static Map<String, Object> controller(KubernetesObject object) {
        return Map.of(
                "apiVersion",
                "apps/v1",
                "kind",
                object.kind(),
                "name",
                object.name(),
                "uid",
                object.fields().string("metadata", "uid"),
                "controller",
                true);
    }

    /** It has always the same name, which is in conditions. */
    private KubernetesObject pod() {
        FieldReader template = workload.fields().field("spec", "template");
        KubernetesObject pod = manifest("""
                apiVersion: v1
                kind: Pod
                metadata: {name: %s-ends, namespace: %s, labels: {}, annotations: {}}
                spec: {containers: [{name: %3$s, image: image}]}
                status:
                  phase: Running
                  conditions: [{type: Ready, status: 'False', lastTransitionTime: '%4$s'}]
                  containerStatuses:
                    - {name: %3$s, image: image, imageID: '', ready: false, restartCount: 3,
                       lastState: {terminated: {exitCode: 255, reason: Error, message: no such thing, finishedAt: '%4$s'}},
                       state: {waiting: {reason: CrashLoopBackOff}}}
                """.formatted(
                        workload.name(),
                        workload.namespace(),
                        workload.containers().get(0).get("name"),
                        Instant.now().truncatedTo(ChronoUnit.SECONDS)));
        List.of("volumes", "serviceAccountName")
                .forEach(field -> pod.fields().map("spec").put(field, template.at("spec", field)));
        TEMPLATE.forEach(field -> pod.fields().map("metadata", field).putAll(template.map("metadata", field)));
        pod.fields().map("metadata", "labels").put(hash(), "ends");
        return pod;
    }

    private String hash() {
        return workload.kind().equals("Deployment") ? "pod-template-hash" : "controller-revision-hash";
    }
}
