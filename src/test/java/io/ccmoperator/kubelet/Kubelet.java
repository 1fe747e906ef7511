// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubelet;

import io.ccmoperator.apiserver.ApiAnswer;
import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.assets.KubernetesObject;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Scheduler and kubelet of all Pods of a namespace. Each container does what a {@link Program} says; its restarts, back-off and readiness probe
 * are those of a node whose time runs faster, while the times in the status are those of the clock. Deleted Pods end at once.
 */
public final class Kubelet implements AutoCloseable {
    private static final long BETWEEN_LOOKS = 100;

    /** Other programs of Kubernetes have these times. */
    private static final Duration LEASE = Duration.ofSeconds(15);

    private final ApiClient admin;
    private final String namespace;
    private final String pods;
    private final int speed;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private final Map<String, PodRun> running = new HashMap<>();
    private final Map<String, KubernetesObject> reported = new HashMap<>();
    private Function<KubernetesObject, Program> programs;
    private Election election;
    private boolean elects = true;
    private String lastWords = "";
    private Optional<Election.Holder> holder = Optional.empty();
    private RuntimeException failure;

    private Kubelet(ApiClient admin, String namespace, int speed, Program program) {
        this.admin = admin;
        this.namespace = namespace;
        this.election = new Election(LEASE, speed, pod -> Optional.empty());
        this.pods = "/api/v1/namespaces/" + namespace + "/pods";
        this.speed = speed;
        this.programs = pod -> program;
    }

    /**
     * Starts it.
     *
     * @param speed how many seconds of the node a second has
     * @param program of all containers
     */
    public static Kubelet start(ApiClient admin, String namespace, int speed, Program program) {
        Kubelet kubelet = new Kubelet(admin, namespace, speed, program);
        kubelet.executor.scheduleWithFixedDelay(kubelet::look, 0, BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
        return kubelet;
    }

    /** Containers that are started from now on do this. */
    public void program(Program next) {
        programs(pod -> next);
    }

    /** The same, where it depends on the Pod: each container that is started from now on does what this says of its Pod at that time. */
    public synchronized void programs(Function<KubernetesObject, Program> next) {
        programs = next;
    }

    /**
     * Lets leaders end, and the clocks of Leases have the usual speed.
     *
     * @param lease its duration
     * @param ends how long after it leads the program of a Pod ends; empty: never
     * @param log the last lines of a program that ends
     */
    public synchronized void leadersEnd(
            Duration lease, Function<KubernetesObject, Optional<Duration>> ends, String log) {
        election = new Election(lease, 1, ends);
        lastWords = log;
    }

    /** Ends all containers now, which restart with the program of now. */
    public synchronized void endAll(int exitCode, String log) {
        running.values().forEach(pod -> pod.end(Instant.now(), exitCode, log));
    }

    private synchronized void look() {
        try {
            Map<String, KubernetesObject> found = new HashMap<>();
            list().fields().maps("items").stream()
                    .map(item -> new KubernetesObject(item))
                    .forEach(pod -> found.put(pod.fields().string("metadata", "uid"), pod));
            running.keySet().retainAll(found.keySet());
            reported.keySet().retainAll(found.keySet());
            found.forEach(this::look);
            elect(Instant.now());
        } catch (RuntimeException e) {
            failure = e;
            throw e;
        }
    }

    /** No Pod leads: the test writes Leases itself. */
    public synchronized Kubelet withoutElection() {
        elects = false;
        return this;
    }

    private void elect(Instant now) {
        if (!elects) {
            return;
        }
        Map<String, PodRun> candidates = new HashMap<>();
        running.values().forEach(pod -> pod.identity(now).ifPresent(identity -> candidates.put(identity, pod)));
        Optional<Election.Holder> next = election.next(holder, candidates.keySet(), now);
        if (!next.equals(holder)) {
            holder = next;
            accepted(admin.apply(election.lease(namespace, next.get())));
        }
        holder.filter(leader -> candidates.containsKey(leader.identity())).ifPresent(leader -> {
            PodRun pod = candidates.get(leader.identity());
            if (election.isOver(leader, pod.pod(), now)) {
                pod.end(now, 255, lastWords);
            }
        });
    }

    private KubernetesObject list() {
        return accepted(admin.get(pods)).object();
    }

    private void look(String uid, KubernetesObject item) {
        if (item.fields().at("metadata", "deletionTimestamp") != null) {
            admin.delete(pods + "/" + item.name() + "?gracePeriodSeconds=0");
            return;
        }
        Instant now = Instant.now();
        // An item of a list has no kind.
        item.tree().put("kind", "Pod");
        PodRun pod = running.computeIfAbsent(uid, started -> new PodRun(item, programs, speed, now));
        pod.advance(now, programs);
        KubernetesObject status = pod.status(now);
        if (!status.equals(reported.put(uid, status))) {
            ApiAnswer answer = admin.mergeStatus(status);
            boolean deletedSinceListed = answer.status() == 404;
            if (!deletedSinceListed) {
                accepted(answer);
            }
        }
    }

    private static ApiAnswer accepted(ApiAnswer answer) {
        if (!answer.accepted()) {
            throw new IllegalStateException(answer.refusal());
        }
        return answer;
    }

    /**
     * Ends it once its look at the Pods has ended, whose requests an interrupt would break off; Pods stay as they are.
     *
     * @throws IllegalStateException if it could not read or report Pods
     */
    @Override
    public void close() {
        executor.shutdown();
        try {
            if (!executor.awaitTermination(1, TimeUnit.MINUTES)) {
                throw new IllegalStateException("the kubelet has not ended its look at the Pods within a minute");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        synchronized (this) {
            if (failure != null) {
                throw new IllegalStateException(failure);
            }
        }
    }
}
