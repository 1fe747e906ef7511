// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubelet;

import io.ccmoperator.assets.KubernetesObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A Pod on a node. */
final class PodRun {
    private final KubernetesObject pod;
    private final List<ContainerRun> containers;
    private final Instant started;
    private boolean ready;
    private Instant transition;

    PodRun(KubernetesObject pod, Function<KubernetesObject, Program> programs, int speed, Instant now) {
        this.pod = pod;
        this.containers = pod.containers().stream()
                .map(container -> new ContainerRun(container, programs.apply(pod), speed, now))
                .toList();
        this.started = now;
        this.transition = now;
    }

    void advance(Instant now, Function<KubernetesObject, Program> programs) {
        containers.forEach(container -> container.advance(now, () -> programs.apply(pod)));
        boolean nowReady = containers.stream().allMatch(container -> container.isReady(now));
        if (nowReady != ready) {
            ready = nowReady;
            transition = now;
        }
    }

    /** By which it holds a Lease: another one after each restart; empty while a container is no candidate, or it elects no leader. */
    Optional<String> identity(Instant now) {
        boolean elects = pod.containers().stream()
                .anyMatch(container -> "cloud-controller-manager".equals(container.get("name")));
        return elects && containers.stream().allMatch(container -> container.isCandidate(now))
                ? Optional.of(pod.name() + "_"
                        + containers.stream().mapToInt(ContainerRun::restarts).sum())
                : Optional.empty();
    }

    KubernetesObject pod() {
        return pod;
    }

    void end(Instant now, int exitCode, String log) {
        containers.forEach(container -> container.end(now, exitCode, log));
    }

    /** The Pod with its status of now. */
    KubernetesObject status(Instant now) {
        return new KubernetesObject(Map.of(
                "apiVersion",
                "v1",
                "kind",
                "Pod",
                "metadata",
                Map.of("name", pod.name(), "namespace", pod.namespace()),
                "status",
                containers.stream()
                        .flatMap(container -> container.stuck().stream())
                        .findFirst()
                        .orElseGet(() -> started(now))));
    }

    private Map<String, Object> started(Instant now) {
        Map<String, Object> status = new LinkedHashMap<>();
        status.put("phase", "Running");
        status.put("startTime", ContainerRun.time(started));
        status.put(
                "conditions",
                List.of(
                        condition("PodScheduled", true, started),
                        condition("Initialized", true, started),
                        condition("ContainersReady", ready, transition),
                        condition("Ready", ready, transition)));
        List<Map<String, Object>> init = new ArrayList<>();
        pod.initContainers().forEach(container -> init.add(done(container)));
        status.put("initContainerStatuses", init);
        status.put(
                "containerStatuses",
                containers.stream().map(container -> container.status(now)).toList());
        return status;
    }

    private Map<String, Object> done(Map<String, Object> container) {
        return Map.of(
                "name",
                container.get("name"),
                "image",
                container.get("image"),
                "imageID",
                "",
                "ready",
                true,
                "restartCount",
                0,
                "state",
                Map.of("terminated", Map.of("exitCode", 0, "finishedAt", ContainerRun.time(started))));
    }

    private static Map<String, Object> condition(String type, boolean holds, Instant since) {
        return Map.of("type", type, "status", holds ? "True" : "False", "lastTransitionTime", ContainerRun.time(since));
    }
}
