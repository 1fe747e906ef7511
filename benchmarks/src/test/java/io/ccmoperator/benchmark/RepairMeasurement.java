// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.benchmark;

import io.ccmoperator.apiserver.AuditedRequest;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.benchmark.ClusterObserver.Event;
import io.ccmoperator.operator.OpenShiftCluster;
import java.util.List;
import java.util.function.Predicate;

/**
 * Drift that is repaired by a converged operator: the time between the event of the change and that of the repair, as one watch
 * has them, and the writes until the operator is quiet again, before the rollout that follows is completed.
 */
record RepairMeasurement(Program program, MeasuredOperator operator, Measurements into) {
    private static final String FOREIGN_IMAGE = "registry/foreign:1";

    /** Makes each kind of change once, and ends with a converged operator. */
    void measure() throws InterruptedException {
        OpenShiftCluster cluster = operator.cluster();
        measure(
                Quantity.DEPLOYMENT_DELETED,
                Quantity.DEPLOYMENT_DELETED_WRITES,
                () -> cluster.delete(MeasuredOperator.DEPLOYMENT),
                event -> event.is("DELETED", MeasuredOperator.DEPLOYMENT),
                event -> event.is("ADDED", MeasuredOperator.DEPLOYMENT));
        measure(
                Quantity.IMAGE_CHANGED,
                Quantity.IMAGE_CHANGED_WRITES,
                () -> cluster.edit(
                        MeasuredOperator.DEPLOYMENT,
                        live -> live.containers().get(0).put("image", FOREIGN_IMAGE)),
                event -> event.is("MODIFIED", MeasuredOperator.DEPLOYMENT) && hasForeignImage(event.object()),
                event -> event.is("MODIFIED", MeasuredOperator.DEPLOYMENT) && !hasForeignImage(event.object()));
        measure(
                Quantity.CLOUD_CONF_DELETED,
                Quantity.CLOUD_CONF_DELETED_WRITES,
                () -> cluster.delete(MeasuredOperator.CLOUD_CONF),
                event -> event.is("DELETED", MeasuredOperator.CLOUD_CONF),
                event -> event.is("ADDED", MeasuredOperator.CLOUD_CONF));
    }

    private void measure(
            Quantity time, Quantity writes, Runnable change, Predicate<Event> changed, Predicate<Event> repaired)
            throws InterruptedException {
        operator.settle();
        int before = operator.requests().size();
        long since = System.nanoTime();
        change.run();
        Event drift = operator.observer().await(time.what() + ": the change", since, changed);
        Event repair = operator.observer().await(time.what(), drift.nanos(), repaired);
        into.add(time, program, (repair.nanos() - drift.nanos()) / 1e6);
        operator.settle();
        List<AuditedRequest> requests = operator.requests();
        into.add(writes, program, MeasuredOperator.writes(requests.subList(before, requests.size()).stream()));
        operator.rollOut();
    }

    private static boolean hasForeignImage(KubernetesObject deployment) {
        return deployment.containers().stream().anyMatch(container -> FOREIGN_IMAGE.equals(container.get("image")));
    }
}
