/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import java.util.List;
import java.util.Optional;

/**
 * Keeps the objects of one controller as the controller desires them. An object that is as desired in the cache costs no
 * request. Each write is recorded in the cache, in an event and in the log; corrections of drift are counted. Used by one
 * thread.
 */
public final class ApplyEngine {
    private final ClusterAccess cluster;
    private final ApplyRecorder recorder;
    private final Applier applier;
    private final DriftMemory<ObjectKey> drift = new DriftMemory<>();
    private final Runnable trigger;

    /** @param trigger the listener of the controller, which is not notified of the engine's own writes */
    public ApplyEngine(ClusterAccess cluster, Runnable trigger) {
        this.cluster = cluster;
        this.recorder = new ApplyRecorder(cluster.events());
        this.applier = new Applier(cluster.server(), recorder, Sleeper.SLEEP);
        this.trigger = trigger;
    }

    /**
     * Applies objects in their order. A failure of one does not stop the others.
     *
     * @param desired all objects that the controller desires now; each should be watched, otherwise it costs a request
     */
    public ApplyResult apply(List<KubernetesObject> desired) {
        ApplyResult result = applier.applyAll(desired, this::live);
        result.live().forEach(live -> cluster.objects().recordWrite(live, trigger));
        recorder.endOfRound();
        measure(desired, result.outcomes());
        return result;
    }

    private void measure(List<KubernetesObject> desired, List<Outcome> outcomes) {
        drift.retain(desired.stream().map(ObjectKey::of).toList());
        for (int i = 0; i < desired.size(); i++) {
            if (!(outcomes.get(i) instanceof Outcome.Failed)) {
                ObjectKey key = ObjectKey.of(desired.get(i));
                boolean written = outcomes.get(i) instanceof Outcome.Written;
                cluster.metrics().settled(key.kind().kind(), drift.settle(key, desired.get(i), written));
            }
        }
    }

    private Optional<KubernetesObject> live(ObjectKey key) {
        CacheState state = cluster.objects().state(key);
        return state.isSynced() ? state.object() : cluster.server().get(key);
    }
}
