// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import io.ccmoperator.apiserver.ApiClient;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Flow;

/** Every status that each condition of the objects that report had, in order, by a watch of another client. */
final class ConditionHistory implements AutoCloseable {
    private final ApiClient admin;
    private final String path;
    private final Map<String, List<String>> statuses = new LinkedHashMap<>();
    private CompletableFuture<?> watch;

    /** Begins with the existing ClusterOperator, if there is one. */
    ConditionHistory(ApiClient admin) {
        this(admin, "/apis/config.openshift.io/v1/clusteroperators");
    }

    private ConditionHistory(ApiClient admin, String path) {
        this.admin = admin;
        this.path = path;
        watchAgain();
    }

    /** The same of the CloudControllerManager, which is what reports on Kubernetes. */
    static ConditionHistory onKubernetes(ApiClient admin) {
        return new ConditionHistory(admin, "/apis/ccmoperator.io/v1beta1/cloudcontrollermanagers");
    }

    /** The watch begins with the current object. */
    private void watchAgain() {
        watch = admin.watch(path, new Events());
    }

    /** The statuses of a condition, equal ones in a row once; also after the API server was away, or has ended the watch. */
    synchronized List<String> of(String type) {
        if (watch.isDone()) {
            watchAgain();
        }
        return List.copyOf(statuses.getOrDefault(type, List.of()));
    }

    /** Forgets all but the last status of each condition. */
    synchronized void beginAgain() {
        statuses.replaceAll((type, all) -> new ArrayList<>(all.subList(all.size() - 1, all.size())));
    }

    private synchronized void add(KubernetesObject object) {
        for (Map<String, Object> condition : object.fields().maps("status", "conditions")) {
            List<String> all = statuses.computeIfAbsent((String) condition.get("type"), type -> new ArrayList<>());
            String status = (String) condition.get("status");
            if (all.isEmpty() || !all.get(all.size() - 1).equals(status)) {
                all.add(status);
            }
        }
    }

    @Override
    public void close() {
        watch.cancel(true);
    }

    private final class Events implements Flow.Subscriber<String> {
        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        @SuppressWarnings("unchecked")
        public void onNext(String line) {
            KubernetesObject event = new KubernetesObject((Map<String, Object>) JsonReader.read(line));
            add(new KubernetesObject(event.fields().map("object")));
        }

        @Override
        public void onError(Throwable failure) {
            // The server was stopped; who asks next begins another watch.
        }

        @Override
        public void onComplete() {
            // As above.
        }
    }
}
