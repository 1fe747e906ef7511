// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.ControllerScene.MANAGED;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import org.junit.jupiter.api.Test;

/** A configuration that moves from a ConfigMap to a Secret, or back: what was in the other kind, a password perhaps, does not stay. */
class MovedConfigurationTest extends ProvidedScene {
    private static final ObjectKey SECRET = new ObjectKey(ResourceKind.SECRET, MANAGED, "cloud-conf");
    private static final ObjectKey SECRET_A = new ObjectKey(ResourceKind.SECRET, MANAGED, "cloud-conf-a");
    private static final String OWN = "{app.kubernetes.io/managed-by: ccm-operator}";

    @Override
    Distribution distribution() {
        return Distribution.KUBERNETES;
    }

    @Override
    void describe() {
        describe("configMap");
    }

    private void describe(String kind) {
        scene.put("""
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster, uid: own, generation: 1, finalizers: [ccmoperator.io/cloud-controller-manager]}
                spec:
                  cluster:
                    provider: aws
                    name: sample-1
                    controlPlaneTopology: HighlyAvailable
                    cloudConfig: {%s: {name: source, key: cloud.conf}}
                """, kind);
    }

    /** As the controller cloud-config makes it. */
    @Override
    void cloudConf(String content) {
        scene.put(
                "{apiVersion: v1, kind: ConfigMap, metadata: {name: cloud-conf, namespace: %s, labels: %s}, data: {cloud.conf: %s}}",
                MANAGED, OWN, content);
    }

    private void secret(String labels) {
        scene.put(
                "{apiVersion: v1, kind: Secret, metadata: {name: cloud-conf, namespace: %s, labels: %s}, data: {cloud.conf: Yw==}}",
                MANAGED, labels);
    }

    private void rollOutAll() throws Exception {
        reconcile();
        rollOut();
        reconcile();
        prove();
    }

    @Test
    void deletesConfigMapOnceThereIsSecretAndNoPodMountsIt() throws Exception {
        describe("secret");
        reconcile();
        assertThat(scene.server.live(CLOUD_CONF)).as("there is no Secret yet").isPresent();
        scene.put(
                "{apiVersion: v1, kind: Pod, metadata: {name: old, namespace: %s}, status: {phase: Running},"
                        + " spec: {volumes: [{configMap: {name: cloud-conf}}]}}",
                MANAGED);
        secret(OWN);

        rollOutAll();

        assertThat(scene.server.live(CLOUD_CONF)).as("a Pod mounts it").isPresent();
        assertThat(scene.server.live(A)).isEmpty();
        scene.server.remove(new ObjectKey(ResourceKind.POD, MANAGED, "old"));
        takeRequests();
        reconcile();
        assertThat(takeRequests()).contains("DELETE " + CLOUD_CONF);
        assertThat(scene.server.live(SECRET)).isPresent();
        assertThat(scene.server.live(SECRET_A)).isPresent();
        reconcile();
        assertThat(takeRequests()).isEmpty();
    }

    @Test
    void deletesSecretWhenConfigurationMovesBack() throws Exception {
        describe("secret");
        secret(OWN);
        rollOutAll();
        assertThat(scene.server.live(CLOUD_CONF)).isEmpty();

        describe("configMap");
        cloudConf("third");
        rollOutAll();

        assertThat(scene.server.live(SECRET)).isEmpty();
        assertThat(scene.server.live(SECRET_A)).isEmpty();
        assertThat(scene.server.live(CLOUD_CONF)).isPresent();
    }

    @Test
    void deletesSecretThatProcessBeforeHasLeft() throws Exception {
        secret(OWN);

        restart();
        reconcile();

        assertThat(scene.server.live(SECRET)).isEmpty();
        assertThat(scene.server.live(CLOUD_CONF)).isPresent();
    }

    @Test
    void leavesSecretOfAnother() throws Exception {
        secret("{app.kubernetes.io/managed-by: Helm}");

        restart();
        reconcile();

        assertThat(scene.server.live(SECRET)).isPresent();
        assertThat(takeRequests()).noneMatch(request -> request.startsWith("DELETE"));
    }
}
