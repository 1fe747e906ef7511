// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** What happens to a cluster, and how often compared with the others. */
enum Disturbance {
    DELETE(8),
    EDIT(8),
    LABEL(4),
    CONFIGURATION(3),
    ENDING_PODS(1),
    ROLLOUT(8),
    STATUS(2),
    CLUSTER_OPERATOR(1),
    CLOUD_CONTROLLER_MANAGER(3),
    WATCHES_END(2),
    CONNECTIONS_CUT(2),
    ANSWERS_LOST(2),
    KILL(2),
    TERMINATE(1),
    LEASE_THEFT(1),
    CLOCK_JUMP(3),
    TOKEN(1),
    CERTIFICATE(1),
    API_SERVER(1);

    private final int weight;

    Disturbance(int weight) {
        this.weight = weight;
    }

    /** One of them, in no order, for a seed the same. */
    static Disturbance any(Random random) {
        List<Disturbance> all = new ArrayList<>();
        for (Disturbance disturbance : values()) {
            for (int i = 0; i < disturbance.weight; i++) {
                all.add(disturbance);
            }
        }
        return all.get(random.nextInt(all.size()));
    }
}
