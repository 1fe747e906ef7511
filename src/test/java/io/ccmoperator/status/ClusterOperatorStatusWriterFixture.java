// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.StoredObjects;
import io.ccmoperator.client.StoredWatches;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ReleaseVersion;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** A writer of the status, the objects that it writes to, and its clock. */
final class ClusterOperatorStatusWriterFixture {
    static final Set<Controller> ALL = EnumSet.allOf(Controller.class);
    static final Set<String> NAMESPACES = Set.of("operator-namespace", "managed-namespace");

    /** The conditions of a ClusterOperator. */
    static final List<String> CONDITIONS = List.of(
            "Available",
            "Progressing",
            "Degraded",
            "Upgradeable",
            "CloudConfigControllerAvailable",
            "CloudConfigControllerDegraded",
            "TrustedCABundleControllerControllerAvailable",
            "TrustedCABundleControllerControllerDegraded");

    final SteppedClock clock = new SteppedClock();
    final StoredObjects api = new StoredObjects();
    final StoredWatches watches = new StoredWatches(api);
    final ClusterOperatorStatusWriter writer;
    boolean leading = true;

    private final Distribution distribution;

    ClusterOperatorStatusWriterFixture(Set<Controller> running) {
        this(Distribution.OPENSHIFT, running);
    }

    ClusterOperatorStatusWriterFixture(Distribution distribution, Set<Controller> running) {
        this.distribution = distribution;
        writer = writer(running, watches);
    }

    /** Another writer, such as the next process has. */
    ClusterOperatorStatusWriter writer(Set<Controller> running) {
        return writer(running, new StoredWatches(api));
    }

    /** A writer with a cache of its own. */
    ClusterOperatorStatusWriter writer(Set<Controller> running, StoredWatches watches) {
        watches.watch(ClusterOperatorStatusWriter.key(distribution), () -> {});
        return new ClusterOperatorStatusWriter(api, watches, status(distribution, running), () -> leading, clock);
    }

    /** What a process says that runs these controllers. */
    static ClusterOperatorStatus status(Distribution distribution, Set<Controller> running) {
        return ClusterOperatorStatus.of(ReleaseVersion.of("4.20.1"), distribution, NAMESPACES, running);
    }

    /** Stores the object as another client would, and lets the writer see it. */
    KubernetesObject given(String yaml) {
        KubernetesObject stored = put(yaml);
        writer.observe();
        return stored;
    }

    /** Stores the object as another client would. */
    KubernetesObject put(String yaml) {
        return api.put(clusterOperator(yaml));
    }

    KubernetesObject stored() {
        return api.stored(ClusterOperatorStatusWriter.KEY);
    }

    void allConverge() {
        ALL.forEach(controller -> writer.report(controller, ReconcileResult.converged()));
    }

    static KubernetesObject clusterOperator(String yaml) {
        KubernetesObject object = YamlText.manifest("{apiVersion: config.openshift.io/v1, kind: ClusterOperator,"
                + " metadata: {name: cloud-controller-manager}, spec: {}}");
        object.tree().putAll(YamlText.tree(yaml));
        return object;
    }
}
