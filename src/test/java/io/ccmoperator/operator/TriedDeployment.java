// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.MANAGED;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;
import static io.ccmoperator.operator.OpenShiftCluster.key;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A Deployment of a cloud controller manager, and its Pods, as they are: which configuration they have, and whether they work. */
record TriedDeployment(OpenShiftCluster cluster, KubernetesObject object) {
    private static final String REMEMBERED = "ccmoperator.io/configuration";
    private static final String OWNER = "app.kubernetes.io/managed-by";

    /** The one of a platform. */
    static TriedDeployment of(OpenShiftCluster cluster, Platform platform) {
        return new TriedDeployment(
                cluster,
                key("apps/v1", "Deployment", platform.deployments().iterator().next()));
    }

    private KubernetesObject live() {
        return cluster.live(object);
    }

    /** How many states its spec was written in. */
    long generation() {
        return live().fields().number("metadata", "generation").orElse(0L);
    }

    Map<String, Object> podSpec() {
        return live().podSpec();
    }

    List<String> args() {
        return FieldReader.of(live().containers().get(0)).strings("args");
    }

    Object image() {
        return live().containers().get(0).get("image");
    }

    List<KubernetesObject> pods() {
        return accepted(cluster.admin().get("/api/v1/namespaces/" + MANAGED + "/pods"))
                .object()
                .fields()
                .maps("items")
                .stream()
                .map(KubernetesObject::new)
                .filter(pod ->
                        pod.fields().string("metadata", "labels", "k8s-app").equals(object.name()))
                .toList();
    }

    long readyPods() {
        return pods().stream()
                .filter(pod -> pod.fields().maps("status", "conditions").stream()
                        .anyMatch(condition -> condition.get("type").equals("Ready")
                                && condition.get("status").equals("True")))
                .count();
    }

    /** Whether all Pods are of the current template and available, which takes seconds. */
    boolean isRolledOut() {
        FieldReader live = live().fields();
        return live.number("status", "observedGeneration").equals(live.number("metadata", "generation"))
                && Stream.of("replicas", "updatedReplicas", "availableReplicas")
                        .allMatch(number -> live.number("status", number).equals(live.number("spec", "replicas")));
    }

    /** The copy of cloud-conf that its template mounts; empty if there is none. */
    String mounted() {
        KubernetesObject live = live();
        return live.tree().isEmpty() ? "" : mounted(live.podSpec());
    }

    private static String mounted(Map<String, Object> podSpec) {
        return FieldReader.of(podSpec).items("volumes").stream()
                .map(volume -> volume.string("configMap", "name"))
                .filter(name -> name.startsWith("cloud-conf-"))
                .findFirst()
                .orElse("");
    }

    /** Whether the configuration of its template has a name in it. */
    boolean has(String name) {
        return has(name, mounted());
    }

    /** Whether the configuration that a Pod was given has a name in it. */
    boolean has(String name, KubernetesObject pod) {
        return has(name, mounted(pod.fields().map("spec")));
    }

    private boolean has(String name, String copy) {
        return !copy.isEmpty()
                && cluster.live(key("v1", "ConfigMap", copy))
                        .fields()
                        .string("data", "cloud.conf")
                        .contains(name);
    }

    /** What it remembers of a configuration that was taken back, if there is one. */
    FieldReader takenBack() {
        String remembered = live().fields().string("metadata", "annotations", REMEMBERED);
        return FieldReader.of(remembered.isEmpty() ? Map.of() : JsonReader.read(remembered))
                .field("takenBack");
    }

    /** Lets the configuration that was taken back be due, as if the time had passed. */
    void makeDue() {
        cluster.edit(
                object,
                live -> live.fields()
                        .map("metadata", "annotations")
                        .computeIfPresent(
                                REMEMBERED,
                                (name, value) -> String.valueOf(value)
                                        .replaceFirst("\"at\":\"[^\"]*\"", "\"at\":\"2026-01-01T00:00:00Z\"")));
    }

    void removeLabel() {
        cluster.edit(object, live -> live.fields().map("metadata", "labels").remove(OWNER));
    }

    boolean hasLabel() {
        return live().fields().map("metadata", "labels").containsKey(OWNER);
    }
}
