// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.text.MessageText;
import io.ccmoperator.assets.tree.FieldReader;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The Pods of a workload.
 *
 * @param workload that they belong to
 * @param pods those of the current template, by name; if all have ended, what they were
 * @param older those of templates of before that have not ended, by name
 */
record WorkloadPods(KubernetesObject workload, List<KubernetesObject> pods, List<KubernetesObject> older) {
    private static final Set<String> ENDED = Set.of("Succeeded", "Failed");

    /** What distinguishes a template from the ones before that can come again; a Pod has it of its template. */
    private static final List<String> MARKS = List.of(ConfigHash.ANNOTATION, ConfigurationTrials.OVERRIDES_HASH);

    /**
     * Separates the Pods of the current template from the others that the selector of a workload selects. Its controller makes Pods of no other
     * template, so the newest Pod with the marks of the template has it, as soon as the status says that there is one. The newest of all may have the
     * one before: a workload that returns to an earlier template has Pods of that already.
     */
    static WorkloadPods of(KubernetesObject workload, Collection<KubernetesObject> selected) {
        String label = workload.kind().equals("DaemonSet") ? "controller-revision-hash" : "pod-template-hash";
        List<KubernetesObject> living = selected.stream()
                .filter(pod -> pod.fields().at("metadata", "deletionTimestamp") == null)
                .sorted(Comparator.comparing(KubernetesObject::name))
                .toList();
        FieldReader annotations = workload.fields().field("spec", "template", "metadata", "annotations");
        Optional<Object> template = living.stream()
                .filter(pod -> MARKS.stream()
                        .allMatch(mark ->
                                annotations.string(mark).equals(pod.fields().string("metadata", "annotations", mark))))
                .max(Comparator.comparing(pod -> pod.fields().string("metadata", "creationTimestamp")))
                .map(newest -> newest.fields().at("metadata", "labels", label))
                .filter(hash -> Replicas.of(workload).updated() > 0);
        Map<Boolean, List<KubernetesObject>> pods = living.stream()
                .collect(Collectors.partitioningBy(pod -> template.filter(
                                hash -> hash.equals(pod.fields().at("metadata", "labels", label)))
                        .isPresent()));
        List<KubernetesObject> current = unfinished(pods.get(true));
        // What has ended stays for long, and says something where nothing else is there.
        return new WorkloadPods(workload, current.isEmpty() ? pods.get(true) : current, unfinished(pods.get(false)));
    }

    /** Without those that have ended, such as evicted ones: what replaced them counts. */
    static List<KubernetesObject> unfinished(List<KubernetesObject> pods) {
        return pods.stream()
                .filter(pod -> !ENDED.contains(pod.fields().string("status", "phase")))
                .toList();
    }

    /**
     * Whether the current template may be why its Pods end: none of them works, while one of before does. If there is none of before any more, the last
     * rollout was complete, and nothing is known against it.
     */
    boolean mayEndByTemplate() {
        boolean oneWorks = pods.stream()
                .anyMatch(pod -> isReady(pod)
                        && ContainerStatus.of(pod).stream().allMatch(container -> container.restarts() == 0));
        return !oneWorks && (older.isEmpty() || older.stream().anyMatch(WorkloadPods::isReady));
    }

    /** Why they do not work, in the words of the first one that says so, or else of who could not create them. */
    Optional<String> failure(Instant now) {
        return pods.stream()
                .flatMap(pod -> PodWords.failure(pod, now).stream())
                .findFirst()
                .or(this::notCreated);
    }

    /** Why they do not work, or what else is known of them. */
    String state(Instant now) {
        return failure(now)
                .orElseGet(() -> pods.stream()
                        .filter(pod -> !isReady(pod))
                        .findFirst()
                        .map(PodWords::unready)
                        .orElse(pods.isEmpty() ? "there is no Pod" : "its Pods are not ready for long enough"));
    }

    /** Whether a container of the current template has ended since then. */
    boolean endedSince(Instant time) {
        return pods.stream()
                .flatMap(pod -> ContainerStatus.of(pod).stream())
                .filter(container -> !container.isDone())
                .flatMap(container -> container.end().stream())
                .flatMap(end -> end.time("finishedAt").stream())
                .anyMatch(time::isBefore);
    }

    private Optional<String> notCreated() {
        return condition(workload, "ReplicaFailure", "True")
                .map(condition -> MessageText.oneLine(condition.string("message")));
    }

    /**
     * Since when none of them works, for certain: since the last of them started, or was ready; empty if one may work.
     *
     * <p>A Pod that is ready for an instant after each restart starts from zero each time.
     */
    Optional<Instant> unavailableSince() {
        if (pods.isEmpty()) {
            return condition(workload, "Available", "False").flatMap(condition -> condition.time("lastTransitionTime"));
        }
        List<Instant> times =
                pods.stream().flatMap(pod -> unreadySince(pod).stream()).toList();
        return times.size() < pods.size() ? Optional.empty() : times.stream().max(Comparator.naturalOrder());
    }

    private static Optional<Instant> unreadySince(KubernetesObject pod) {
        return condition(pod, "Ready", "False")
                .flatMap(condition -> condition.time("lastTransitionTime"))
                .map(unready -> ContainerStatus.of(pod).stream()
                        .flatMap(status -> status.running().stream())
                        .filter(started -> started.isAfter(unready))
                        .max(Comparator.naturalOrder())
                        .orElse(unready));
    }

    private static boolean isReady(KubernetesObject pod) {
        return condition(pod, "Ready", "True").isPresent();
    }

    private static Optional<FieldReader> condition(KubernetesObject object, String type, String status) {
        return object.fields().items("status", "conditions").stream()
                .filter(condition -> condition.string("type").equals(type)
                        && condition.string("status").equals(status))
                .findFirst();
    }

    /**
     * Whether one of these objects is the controller of an object, by its uid: whoever may create Pods can give one the labels of a workload, or name
     * an owner.
     */
    static boolean isControlledBy(Collection<String> uids, KubernetesObject object) {
        return object.fields().items("metadata", "ownerReferences").stream()
                .anyMatch(owner -> Boolean.TRUE.equals(owner.at("controller")) && uids.contains(owner.string("uid")));
    }

    /** What is judged of a Pod: a DaemonSet has one on each node of the cluster. */
    static KubernetesObject shortened(KubernetesObject pod) {
        Map<String, Object> metadata = new LinkedHashMap<>(pod.fields().map("metadata"));
        metadata.remove("managedFields");
        Map<String, Object> spec = new LinkedHashMap<>(pod.fields().map("spec"));
        spec.keySet().retainAll(List.of("nodeName", "volumes"));
        return new KubernetesObject(Map.of(
                "metadata", metadata, "spec", spec, "status", pod.fields().map("status")));
    }

    /** What has to be in the labels of Pods, as a selector of the API. */
    static String selector(KubernetesObject workload) {
        return workload.fields().map("spec", "selector", "matchLabels").entrySet().stream()
                .map(label -> label.getKey() + "=" + label.getValue())
                .collect(Collectors.joining(","));
    }
}
