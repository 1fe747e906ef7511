// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.overview;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.ccm.Replicas;
import io.ccmoperator.ccm.Rollout;
import io.ccmoperator.client.ObjectKey;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The state of an applied object.
 *
 * @param health what it says of the operator
 * @param state in words
 * @param replicas of a workload
 */
record ObjectHealth(Overview.Health health, String state, Optional<Replicas> replicas) {
    static final ObjectHealth UNKNOWN = new ObjectHealth(Overview.Health.HEALTHY, "unknown");

    ObjectHealth(Overview.Health health, String state) {
        this(health, state, Optional.empty());
    }

    static ObjectHealth of(Optional<KubernetesObject> live) {
        if (live.isEmpty()) {
            return new ObjectHealth(Overview.Health.UNHEALTHY, "missing");
        }
        return live.filter(KubernetesObject::isWorkload)
                .map(ObjectHealth::ofWorkload)
                .orElseGet(() -> new ObjectHealth(Overview.Health.HEALTHY, "exists"));
    }

    private static ObjectHealth ofWorkload(KubernetesObject workload) {
        Optional<Replicas> replicas = Optional.of(Replicas.of(workload));
        Rollout rollout = Rollout.of(workload);
        if (rollout instanceof Rollout.Complete) {
            return new ObjectHealth(Overview.Health.HEALTHY, "rolled out", replicas);
        }
        if (rollout instanceof Rollout.Interrupted) {
            return new ObjectHealth(Overview.Health.PROGRESSING, "rolled out", replicas);
        }
        return rollout instanceof Rollout.Stalled
                ? new ObjectHealth(Overview.Health.UNHEALTHY, "stalled", replicas)
                : new ObjectHealth(Overview.Health.PROGRESSING, "rolling out", replicas);
    }

    /** For people, such as {@code rolling out, 1/2 available}. */
    String text() {
        return state + replicas.map(known -> ", " + available(known)).orElse("");
    }

    private static String available(Replicas replicas) {
        return replicas.available() + "/" + replicas.desired() + " available";
    }

    /** Of a workload that is not applied. */
    static Overview.Fact fact(KubernetesObject workload) {
        ObjectKey key = ObjectKey.of(workload);
        return new Overview.Fact(
                key + ", " + available(Replicas.of(workload)),
                ofWorkload(workload).row(key));
    }

    /** An object, without its state. */
    static Map<String, String> members(ObjectKey key) {
        Map<String, String> members = new LinkedHashMap<>();
        members.put("kind", key.kind().kind());
        members.put("namespace", key.namespace());
        members.put("name", key.name());
        return members;
    }

    Map<String, String> row(ObjectKey key) {
        Map<String, String> row = members(key);
        row.put("state", state);
        replicas.ifPresent(known -> {
            row.put("available", String.valueOf(known.available()));
            row.put("desired", String.valueOf(known.desired()));
        });
        return row;
    }
}
