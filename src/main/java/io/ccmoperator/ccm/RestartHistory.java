// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/**
 * How often the containers of a workload have restarted lately. A Pod has the number of all restarts of a container and the time of the last one:
 * enough for a Pod that is not older than what counts. For an older one the numbers of before are known from earlier observations, or
 * else only the last restart counts. Used by one thread.
 */
final class RestartHistory {
    /** Of so long before now restarts count. */
    static final Duration WINDOW = Duration.ofMinutes(15);

    private final Map<String, Deque<Count>> containers = new HashMap<>();
    private Instant last = Instant.MIN;

    /** The number of all restarts of a container, at a time. */
    private record Count(Instant at, long restarts) {}

    /**
     * The restarts of Pods that count: of a Deployment all, of a DaemonSet those of the Pod with the most, since its nodes may all restart
     * within this time, one after the other.
     */
    long restarts(WorkloadPods workload, Instant now) {
        if (last.isBefore(now.minus(WINDOW))) {
            // It is not known when they have restarted since.
            containers.clear();
        }
        last = now;
        Set<String> known = new HashSet<>();
        long sum = 0;
        long most = 0;
        for (KubernetesObject pod : workload.pods()) {
            long ofPod = 0;
            for (ContainerStatus container : ContainerStatus.of(pod)) {
                String key = pod.fields().string("metadata", "uid") + "/" + container.name();
                known.add(key);
                ofPod += restarts(containers.computeIfAbsent(key, unused -> new ArrayDeque<>()), pod, container, now);
            }
            sum += ofPod;
            most = Math.max(most, ofPod);
        }
        containers.keySet().retainAll(known);
        return workload.workload().kind().equals("DaemonSet") ? most : sum;
    }

    private static long restarts(Deque<Count> history, KubernetesObject pod, ContainerStatus container, Instant now) {
        Instant begin = now.minus(WINDOW);
        long restarts = container.restarts();
        if (history.isEmpty()) {
            history.add(new Count(begin, restartsBefore(begin, pod, container)));
        }
        if (history.getLast().restarts() != restarts) {
            history.add(new Count(now, restarts));
        }
        while (history.size() > 1 && !second(history).at().isAfter(begin)) {
            history.removeFirst();
        }
        return restarts - history.getFirst().restarts();
    }

    private static Count second(Deque<Count> history) {
        return history.stream().skip(1).findFirst().orElseThrow();
    }

    private static long restartsBefore(Instant begin, KubernetesObject pod, ContainerStatus container) {
        if (pod.fields()
                .time("metadata", "creationTimestamp")
                .filter(begin::isBefore)
                .isPresent()) {
            return 0;
        }
        boolean lastCounts = container
                .end()
                .flatMap(end -> end.time("finishedAt"))
                .filter(begin::isBefore)
                .isPresent();
        return Math.max(0, container.restarts() - (lastCounts ? 1 : 0));
    }
}
