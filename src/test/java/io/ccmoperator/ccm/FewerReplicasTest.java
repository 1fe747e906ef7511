// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cluster.Distribution;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** A control plane that has got one node: until the end of the Pod of the other one, the one that works could be deleted in its place. */
class FewerReplicasTest extends ProvidedScene {
    @Override
    Distribution distribution() {
        return Distribution.KUBERNETES;
    }

    @Override
    void describe() {
        describe("HighlyAvailable", "{}");
    }

    private void describe(String topology, String settings) {
        scene.put("""
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster, uid: own, generation: 1, finalizers: [ccmoperator.io/cloud-controller-manager]}
                spec:
                  controllerManager: %s
                  cluster: {provider: aws, name: sample-1, controlPlaneTopology: %s}
                """, settings, topology);
    }

    private Object replicas() throws InterruptedException {
        reconcile();
        return deployment().fields().at("spec", "replicas");
    }

    @Test
    void waitsForEndOfPodOfLostNode() throws Exception {
        describe("SingleReplica", "{}");
        assertThat(replicas()).isEqualTo(2L);
        clock.advance(Duration.ofMinutes(4));
        assertThat(replicas()).isEqualTo(2L);

        scene.server.edit(deployment(), live -> live.fields().map("status").put("availableReplicas", 1L));

        assertThat(replicas()).isEqualTo(1L);
        scene.server.edit(deployment(), live -> live.fields().map("status").put("availableReplicas", 2L));
        assertThat(replicas()).as("it is not raised again").isEqualTo(1L);
    }

    @Test
    void waitsForFiveMinutes() throws Exception {
        describe("SingleReplica", "{}");
        assertThat(replicas()).isEqualTo(2L);
        clock.advance(Duration.ofMinutes(5));

        assertThat(replicas()).isEqualTo(1L);
    }

    @Test
    void followsNumberThatAnAdministratorSetsAtOnce() throws Exception {
        describe("HighlyAvailable", "{replicas: 1}");
        assertThat(replicas()).isEqualTo(1L);

        describe("HighlyAvailable", "{replicas: 2}");
        assertThat(replicas()).isEqualTo(2L);
        rollOut();
        describe("SingleReplica", "{replicas: 1}");
        assertThat(replicas()).isEqualTo(1L);
    }
}
