// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.ControllerScene.configMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.FailureReason;
import io.ccmoperator.status.ReconcileResult;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is written when cloud-conf changes, and what becomes of the copies. */
class CopiedConfigurationTest extends ProvidedScene {
    private static final ObjectKey C = configMap(MANAGED, "cloud-conf-c");
    private static final String LIST = "LIST Pod " + MANAGED + " ";

    private void pod(String name, String copy, String phase) {
        scene.put(
                "{apiVersion: v1, kind: Pod, metadata: {name: %s, namespace: %s}, status: {phase: %s},"
                        + " spec: {volumes: [{configMap: {name: %s}}]}}",
                name, MANAGED, phase, copy);
    }

    private void end(String pod) {
        scene.server.remove(new ObjectKey(ResourceKind.POD, MANAGED, pod));
    }

    @Test
    void rollsOutOnceAndDeletesOldCopyAfterItsLastPod() throws Exception {
        pod("old", "cloud-conf-a", "Running");
        pod("evicted", "cloud-conf-a", "Failed");
        cloudConf("second");

        assertThat(reconcile()).isEqualTo(new ReconcileResult.Progressing("Rolling out " + DEPLOYMENT));

        assertThat(takeRequests())
                .startsWith("POST " + B, "DRY-RUN PUT " + DEPLOYMENT, "PUT " + DEPLOYMENT)
                .noneMatch(LIST::equals);
        assertThat(scene.data(A)).containsEntry("cloud.conf", "first");
        reconcile();
        assertThat(scene.server.live(A)).isPresent();

        rollOut();
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(scene.server.live(A)).as("until a Pod has led").isPresent();
        takeRequests();
        prove();
        assertThat(takeRequests()).contains(LIST).noneMatch(request -> request.startsWith("PUT"));
        assertThat(status.applied()).contains(A, B);

        end("old");
        reconcile();
        assertThat(takeRequests()).containsExactly(LIST, "DELETE " + A);
        reconcile();
        reconcile();
        assertThat(takeRequests()).isEmpty();
        assertThat(mounted()).isEqualTo("cloud-conf-b");
        assertThat(rollouts()).isEqualTo(2);
        assertThat(status.applied()).contains(B).doesNotContain(A);
    }

    @Test
    void writesNothingForAnEditThatIsTakenBackBefore() throws Exception {
        cloudConf("second");
        cloudConf("first");

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(takeRequests()).isEmpty();
    }

    @Test
    void returnsToRunningPodsWhenEditIsTakenBackDuringRollout() throws Exception {
        KubernetesObject before = scene.server.stored(DEPLOYMENT);
        cloudConf("second");
        reconcile();
        cloudConf("first");

        reconcile();

        assertThat(scene.server.stored(DEPLOYMENT).fields().map("spec"))
                .as("the ReplicaSet of this template still exists")
                .isEqualTo(before.fields().map("spec"));
        rollOut();
        prove();
        assertThat(scene.server.live(B)).isEmpty();
    }

    /** The process ends before the request, or does not get its answer. */
    @ParameterizedTest
    @ValueSource(strings = {"POST ConfigMap b", "PUT Deployment", "LIST", "DELETE ConfigMap a"})
    void comesToTheSameAfterRestartAtAnyStep(String step) throws Exception {
        String request = switch (step) {
            case "POST ConfigMap b" -> "POST " + B;
            case "PUT Deployment" -> "PUT " + DEPLOYMENT;
            case "LIST" -> LIST;
            default -> "DELETE " + A;
        };
        cloudConf("second");
        scene.server.beforeRequest(sent -> {
            if (sent.equals(request)) {
                throw new IllegalStateException("the process ends");
            }
        });
        assertThatThrownBy(() -> {
                    reconcile();
                    rollOut();
                    prove();
                })
                .hasMessage("the process ends");
        scene.server.beforeRequest(sent -> {});

        restart();
        reconcile();
        rollOut();
        restart();
        prove();
        restart();
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());

        assertThat(mounted()).isEqualTo("cloud-conf-b");
        assertThat(rollouts()).isEqualTo(2);
        assertThat(scene.server.live(A)).isEmpty();
        assertThat(scene.data(B)).containsEntry("cloud.conf", "second");
    }

    @Test
    void leavesDeploymentAsItIsWhenCopyCannotBeWritten() throws Exception {
        cloudConf("second");
        scene.server.beforeRequest(request -> {
            if (request.equals("POST " + B)) {
                throw new ApiException(403, "exceeded quota", null);
            }
        });

        ReconcileResult result = reconcile();

        assertThat(result)
                .isEqualTo(new ReconcileResult.Degraded(
                        "exceeded quota", ReconcileResult.Kind.TRANSIENT, FailureReason.FORBIDDEN));
        assertThat(takeRequests()).containsExactly("POST " + B);
        assertThat(mounted()).isEqualTo("cloud-conf-a");
    }

    /** Of a copy that another process has made since the cache was filled. */
    @Test
    void neverReplacesCopyThatWasNotKnown() throws Exception {
        cloudConf("second");
        scene.server.beforeNextWrite(() -> scene.put(B, """
                metadata:
                  {namespace: %s, name: cloud-conf-b, labels: {app.kubernetes.io/managed-by: ccm-operator}}
                immutable: true
                data: {cloud.conf: other}
                """.formatted(MANAGED)));

        ReconcileResult result = reconcile();

        assertThat(result)
                .isEqualTo(ReconcileResult.transientFailure(
                        B + " has other content than was known, and is not changed, since Pods may mount it"));
        assertThat(scene.data(B)).containsEntry("cloud.conf", "other");
        assertThat(mounted()).isEqualTo("cloud-conf-a");
        reconcile();
        assertThat(mounted()).isEqualTo("cloud-conf-c");
    }

    @Test
    void waitsWhileAllCopiesAreInUse() throws Exception {
        List.of("a", "b", "c").forEach(copy -> pod("pod-" + copy, "cloud-conf-" + copy, "Running"));
        cloudConf("second");
        reconcile();
        rollOut();
        cloudConf("third");
        reconcile();
        rollOut();
        prove();
        cloudConf("fourth");

        ReconcileResult result = reconcile();

        assertThat(result)
                .isInstanceOfSatisfying(
                        ReconcileResult.Waiting.class,
                        waiting -> assertThat(waiting.forWhat()).contains(CLOUD_CONF + " has changed"));
        assertThat(mounted()).isEqualTo("cloud-conf-c");
        assertThat(rollouts()).isEqualTo(3);

        end("pod-b");
        reconcile();
        assertThat(scene.server.live(B)).isEmpty();
        reconcile();

        assertThat(mounted()).isEqualTo("cloud-conf-b");
        assertThat(scene.data(B)).containsEntry("cloud.conf", "fourth");
        assertThat(scene.data(C)).containsEntry("cloud.conf", "third");
        assertThat(rollouts()).isEqualTo(4);
    }

    @Test
    void keepsCopyAndSaysSoWhenPodsCannotBeListed() throws Exception {
        cloudConf("second");
        reconcile();
        rollOut();
        scene.server.beforeRequest(request -> {
            if (request.equals(LIST)) {
                throw new ApiException(403, "pods is forbidden", null);
            }
        });
        prove();

        ReconcileResult result = reconcile();

        assertThat(result)
                .isInstanceOfSatisfying(
                        ReconcileResult.Degraded.class,
                        degraded -> assertThat(degraded.cause()).contains(A.toString(), "pods is forbidden"));
        assertThat(scene.server.live(A)).isPresent();
    }
}
