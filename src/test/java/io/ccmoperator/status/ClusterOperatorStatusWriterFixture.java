// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.StoredObjects;
import io.ccmoperator.cluster.ReleaseVersion;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;

/** A status owner, the objects that it writes to, and its clock. */
final class ClusterOperatorStatusWriterFixture {
    static final Set<Controller> ALL = EnumSet.allOf(Controller.class);
    static final Set<String> NAMESPACES = Set.of("operator-namespace", "managed-namespace");

    final SteppedClock clock = new SteppedClock();
    final StoredObjects api = new StoredObjects();
    final ClusterOperatorStatusWriter owner;
    boolean leading = true;

    ClusterOperatorStatusWriterFixture(Set<Controller> running) {
        owner = owner(running);
    }

    /** Another owner, such as the next process has. */
    ClusterOperatorStatusWriter owner(Set<Controller> running) {
        return new ClusterOperatorStatusWriter(
                api, ReleaseVersion.of("4.20.1"), NAMESPACES, running, () -> leading, clock);
    }

    /** Stores the object as another client would, and lets the owner see it. */
    KubernetesObject given(String yaml) {
        KubernetesObject stored = put(yaml);
        owner.observe(Optional.of(stored));
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
        ALL.forEach(controller -> owner.report(controller, ReconcileResult.converged()));
    }

    static KubernetesObject clusterOperator(String yaml) {
        KubernetesObject object = YamlText.manifest("{apiVersion: config.openshift.io/v1, kind: ClusterOperator,"
                + " metadata: {name: cloud-controller-manager}, spec: {}}");
        object.tree().putAll(YamlText.tree(yaml));
        return object;
    }
}
