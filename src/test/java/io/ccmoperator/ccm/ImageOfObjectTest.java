// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.Overrides;
import org.junit.jupiter.api.Test;

/** An image of the CloudControllerManager, whose Pods end: what is taken back then is all else. */
class ImageOfObjectTest extends TrialScene {
    @Override
    Distribution distribution() {
        return Distribution.KUBERNETES;
    }

    @Override
    void describe() {
        manager("image: registry/own:1");
    }

    private void manager(String settings) {
        scene.put("""
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster, uid: own, generation: 1, finalizers: [ccmoperator.io/cloud-controller-manager]}
                spec:
                  controllerManager: {%s}
                  cluster: {provider: aws, name: sample-1, controlPlaneTopology: HighlyAvailable}
                """, settings);
    }

    private Object image() {
        return deployment().containers().get(0).get("image");
    }

    @Test
    void staysWhileFlagsThatCameWithItAreTakenBack() throws Exception {
        assertThat(image()).isEqualTo("registry/own:1");
        pod("old", 0);
        manager("image: registry/own:2, args: [{name: a-flag, value: b}]");
        reconcile();
        assertThat(deployment().tree().toString()).contains("registry/own:2", "--a-flag=b");
        rolling(3);

        reconcile();
        reconcile();

        assertThat(image()).isEqualTo("registry/own:2");
        assertThat(deployment().containers().get(0).get("args").toString()).doesNotContain("a-flag");
        assertThat(record().overrides()).isEqualTo(Overrides.NONE);
        assertThat(record().takenBack()).isPresent();
        assertThat(deployment().fields().string("metadata", "annotations", ConfigurationRecord.ANNOTATION))
                .doesNotContain("registry/own");
    }

    @Test
    void staysWhereItIsAllThatChanged() throws Exception {
        pod("old", 0);
        manager("image: registry/own:2");
        reconcile();
        rolling(3);

        reconcile();
        reconcile();

        assertThat(image()).isEqualTo("registry/own:2");
        assertThat(record().takenBack()).isEmpty();
        assertThat(rollouts()).isEqualTo(2);
    }
}
