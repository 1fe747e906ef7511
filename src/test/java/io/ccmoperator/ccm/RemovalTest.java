// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.ControllerScene.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.apply.ApplyRecorder;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ClusterObjects;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.ReconcileResult;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of a cloud controller manager whose CloudControllerManager is deleted. */
class RemovalTest {
    private static final ObjectKey POLICY = ObjectKey.ofCluster(ResourceKind.VALIDATING_ADMISSION_POLICY, "policy");
    private static final ObjectKey ACCOUNT = new ObjectKey(ResourceKind.SERVICE_ACCOUNT, MANAGED, "account");
    private static final ObjectKey DEPLOYMENT = new ObjectKey(ResourceKind.DEPLOYMENT, MANAGED, "ccm");
    private static final List<ObjectKey> APPLIED = List.of(POLICY, ACCOUNT, DEPLOYMENT);

    private final ControllerScene scene = new ControllerScene();
    private final Removal removal = new Removal(scene.server, new ApplyRecorder(scene.events), MANAGED);

    @BeforeEach
    void apply() {
        APPLIED.forEach(key -> scene.put(
                "{apiVersion: %s, kind: %s, metadata: {namespace: '%s', name: %s, labels: {app.kubernetes.io/managed-by: ccm-operator}}}",
                key.kind().apiVersion(), key.kind().kind(), key.namespace(), key.name()));
        scene.put(configMap(MANAGED, "cloud-conf"), "{data: {cloud.conf: a}}");
        scene.put(configMap(MANAGED, "ccm-trusted-ca"), "{data: {}}");
    }

    private KubernetesObject manager() {
        return removal.hold(scene.put("""
                apiVersion: ccmoperator.io/v1alpha1
                kind: CloudControllerManager
                metadata: {name: cluster, finalizers: [example.com/other]}
                spec: {cluster: {platform: AWS, name: a}}
                """));
    }

    private List<?> finalizers() {
        return scene.server
                .stored(ClusterObjects.CLOUD_CONTROLLER_MANAGER)
                .fields()
                .list("metadata", "finalizers");
    }

    @Test
    void deletesPoliciesFirstThenLastObjectsFirstThenConfiguration() {
        KubernetesObject manager = manager();
        scene.writes();

        ReconcileResult result = removal.run(manager, APPLIED);

        assertThat(result).isInstanceOf(ReconcileResult.Progressing.class);
        assertThat(scene.writes())
                .containsExactly(
                        "DELETE " + POLICY,
                        "DELETE " + DEPLOYMENT,
                        "DELETE " + ACCOUNT,
                        "DELETE " + configMap(MANAGED, "cloud-conf"),
                        "DELETE " + configMap(MANAGED, "ccm-trusted-ca"));
    }

    @Test
    void letsObjectGoWhenNothingIsLeft() {
        KubernetesObject manager = manager();
        removal.run(manager, APPLIED);
        assertThat(finalizers()).hasSize(2);

        assertThat(removal.run(manager, APPLIED)).isEqualTo(ReconcileResult.converged());

        assertThat(finalizers()).isEqualTo(List.of("example.com/other"));
    }

    @Test
    void keepsObjectWhileSomethingCannotBeDeleted() {
        KubernetesObject manager = manager();
        scene.server.beforeRequest(request -> {
            if (request.equals("DELETE " + ACCOUNT)) {
                throw new ApiException(500, "not now", null);
            }
        });

        ReconcileResult result = removal.run(manager, APPLIED);

        assertThat(result).isEqualTo(ReconcileResult.transientFailure("not now"));
        assertThat(finalizers()).hasSize(2);
        assertThat(scene.server.live(DEPLOYMENT)).isEmpty();
    }

    @Test
    void leavesObjectsOfOthersAlone() {
        ObjectKey other = new ObjectKey(ResourceKind.SERVICE_ACCOUNT, MANAGED, "other");
        scene.put("{apiVersion: v1, kind: ServiceAccount, metadata: {namespace: %s, name: other}}", MANAGED);
        KubernetesObject manager = manager();

        removal.run(manager, List.of(other, DEPLOYMENT));

        assertThat(scene.server.live(other)).isPresent();
        assertThat(scene.server.live(DEPLOYMENT)).isEmpty();
    }

    @Test
    void doesNothingForObjectThatItDoesNotKeep() {
        KubernetesObject manager = scene.put("""
                {apiVersion: ccmoperator.io/v1alpha1, kind: CloudControllerManager, metadata: {name: cluster}}""");
        scene.writes();

        assertThat(removal.run(manager, APPLIED)).isEqualTo(ReconcileResult.converged());

        assertThat(scene.writes()).isEmpty();
    }
}
