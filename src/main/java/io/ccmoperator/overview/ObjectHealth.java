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
 * @param text for people
 */
record ObjectHealth(Overview.Health health, String text) {
    static final ObjectHealth UNKNOWN = new ObjectHealth(Overview.Health.HEALTHY, "unknown");

    static ObjectHealth of(Optional<KubernetesObject> live) {
        if (live.isEmpty()) {
            return new ObjectHealth(Overview.Health.UNHEALTHY, "missing");
        }
        return live.filter(KubernetesObject::isWorkload)
                .map(ObjectHealth::ofWorkload)
                .orElseGet(() -> new ObjectHealth(Overview.Health.HEALTHY, "exists"));
    }

    private static ObjectHealth ofWorkload(KubernetesObject workload) {
        String available = available(workload);
        Rollout rollout = Rollout.of(workload);
        if (rollout instanceof Rollout.Complete) {
            return new ObjectHealth(Overview.Health.HEALTHY, "rolled out, " + available);
        }
        if (rollout instanceof Rollout.Interrupted) {
            return new ObjectHealth(Overview.Health.PROGRESSING, "rolled out, " + available);
        }
        return rollout instanceof Rollout.Stalled
                ? new ObjectHealth(Overview.Health.UNHEALTHY, "stalled, " + available)
                : new ObjectHealth(Overview.Health.PROGRESSING, "rolling out, " + available);
    }

    /** Such as {@code 1/2 available}. */
    static String available(KubernetesObject workload) {
        Replicas replicas = Replicas.of(workload);
        return replicas.available() + "/" + replicas.desired() + " available";
    }

    Map<String, String> row(ObjectKey key) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("kind", key.kind().kind());
        row.put("namespace", key.namespace());
        row.put("name", key.name());
        row.put("state", text);
        return row;
    }
}
