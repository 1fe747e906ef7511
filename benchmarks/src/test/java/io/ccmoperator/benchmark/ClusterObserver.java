// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.benchmark;

import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.operator.OpenShiftCluster;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;

/**
 * Watches of what the operator writes, by an administrator. Each event has the time at which it arrived; reading in a loop
 * would take the server the time that is measured.
 */
final class ClusterObserver implements AutoCloseable {
    /** Without their content: 200 KiB of certificates would take the time of the observer, which is new and slow. */
    private static final String CONFIG_MAPS = "/api/v1/namespaces/" + OpenShiftCluster.MANAGED + "/configmaps";

    private static final List<String> PATHS = List.of(
            "/apis/apps/v1/namespaces/" + OpenShiftCluster.MANAGED + "/deployments",
            "/apis/config.openshift.io/v1/clusteroperators");

    private final List<Event> events = new ArrayList<>();
    private final List<CompletableFuture<?>> watches = new ArrayList<>();
    private boolean ended;

    /**
     * An event of a watch.
     *
     * @param nanos when it arrived, as {@link System#nanoTime}
     * @param type ADDED, MODIFIED or DELETED
     * @param object after the event, or as it was last if it is deleted; the metadata of a ConfigMap
     */
    record Event(long nanos, String type, KubernetesObject object) {
        boolean is(String expectedType, KubernetesObject key) {
            return type.equals(expectedType)
                    && object.kind().replace("PartialObjectMetadata", "ConfigMap").equals(key.kind())
                    && object.name().equals(key.name());
        }
    }

    /** Returns once the server answers the watches. */
    static ClusterObserver of(ApiClient admin) {
        ClusterObserver observer = new ClusterObserver();
        CountDownLatch answered = new CountDownLatch(PATHS.size() + 1);
        observer.watches.add(admin.watchMetadata(CONFIG_MAPS, observer.new Lines(answered)));
        PATHS.forEach(path -> observer.watches.add(admin.watch(path, observer.new Lines(answered))));
        try {
            if (!answered.await(OpenShiftCluster.PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw new IllegalStateException("the API server does not answer watches");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
        return observer;
    }

    /**
     * The first event since a time that meets a condition; waits for it.
     *
     * @param what for the message of the exception
     * @throws IllegalStateException if there is none within {@link OpenShiftCluster#PATIENCE}, or a watch has ended
     */
    synchronized Event await(String what, long since, Predicate<Event> condition) {
        long end = System.nanoTime() + OpenShiftCluster.PATIENCE.toNanos();
        int next = 0;
        while (true) {
            for (; next < events.size(); next++) {
                Event event = events.get(next);
                if (event.nanos() >= since && condition.test(event)) {
                    return event;
                }
            }
            long left = end - System.nanoTime();
            if (left <= 0 || ended) {
                throw new IllegalStateException((ended ? "a watch has ended: " : "no event: ") + what);
            }
            try {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException(e);
            }
        }
    }

    private synchronized void end() {
        ended = true;
        notifyAll();
    }

    private synchronized void add(Event event) {
        events.add(event);
        notifyAll();
    }

    @Override
    public void close() {
        watches.forEach(watch -> watch.cancel(true));
    }

    private final class Lines implements Flow.Subscriber<String> {
        private final CountDownLatch answered;

        private Lines(CountDownLatch answered) {
            this.answered = answered;
        }

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
            answered.countDown();
        }

        @Override
        @SuppressWarnings("unchecked")
        public void onNext(String line) {
            long now = System.nanoTime();
            KubernetesObject event = new KubernetesObject((Map<String, Object>) JsonReader.read(line));
            add(new Event(
                    now,
                    event.fields().string("type"),
                    new KubernetesObject(event.fields().map("object"))));
        }

        @Override
        public void onError(Throwable failure) {
            end();
        }

        @Override
        public void onComplete() {
            end();
        }
    }
}
