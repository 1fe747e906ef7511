// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.ControllerScene.MANAGED;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.FailureReason;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReconcileResult.Kind;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is said of Secrets without which Pods do not start. */
class MissingSecretsTest extends ProvidedScene {
    private static final ObjectKey KEYS = new ObjectKey(ResourceKind.SECRET, MANAGED, "keys");
    private static final String LINE =
            "Secret " + MANAGED + "/keys (volume aws-credentials of Deployment aws-cloud-controller-manager) does not"
                    + " exist; create it";

    private void manager(String spec) {
        scene.put("""
                {apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster}, spec: {%s}}
                """, spec);
    }

    private void keys() {
        scene.put("{apiVersion: v1, kind: Secret, metadata: {namespace: %s, name: keys}, data: {a: Yg==}}", MANAGED);
    }

    private List<Object> mountedSecrets() {
        return ConfigReferences.mounts(deployment().podSpec()).stream()
                .filter(mount -> mount.kind() == ResourceKind.SECRET)
                .map(ConfigReferences.Mount::name)
                .filter(name -> !String.valueOf(name).endsWith("-tls"))
                .toList();
    }

    @Test
    void namesMissingSecretUntilItIsThere() throws Exception {
        scene.server.remove(DEPLOYMENT);
        restart();
        manager("credentials: {secretName: keys}");

        reconcile();
        assertThat(reconcile()).isEqualTo(new ReconcileResult.Progressing("Rolling out " + DEPLOYMENT + "; " + LINE));
        assertThat(mountedSecrets()).containsExactly("keys");

        keys();
        assertThat(reconcile()).isEqualTo(new ReconcileResult.Progressing("Rolling out " + DEPLOYMENT));
        rollOut();
        assertThat(reconcile().isConverged()).isTrue();
    }

    @Test
    void keepsRunningPodsWhileSecretIsMissing() throws Exception {
        long generation = rollouts();
        manager("credentials: {secretName: keys}");

        assertThat(reconcile()).isInstanceOfSatisfying(ReconcileResult.Degraded.class, refused -> {
            assertThat(refused.cause())
                    .isEqualTo("CloudControllerManager cluster: spec.credentials.secretName: " + KEYS
                            + " does not exist; create it, or name another one");
            assertThat(refused.kind()).isEqualTo(Kind.TERMINAL);
        });
        assertThat(rollouts()).isEqualTo(generation);

        keys();
        reconcile();
        assertThat(mountedSecrets()).containsExactly("keys");
        assertThat(rollouts()).isEqualTo(generation + 1);
        rollOut();
        reconcile();

        manager("credentials: {none: true}");
        reconcile();
        assertThat(mountedSecrets()).isEmpty();
    }

    private static final KubernetesObject WORKLOAD = new KubernetesObject(YamlText.tree("""
            apiVersion: apps/v1
            kind: Deployment
            metadata: {name: d, namespace: n}
            spec:
              template:
                spec:
                  volumes:
                    - {name: a, secret: {secretName: s, items: [{key: k, path: p}]}}
                    - {name: b, secret: {secretName: t, optional: true}}
                    - {name: c, configMap: {name: cloud-conf}}
                    - {name: d, projected: {sources: [{secret: {name: u}}]}}
                  containers:
                    - name: cloud-controller-manager
                      env:
                        - {name: E, valueFrom: {secretKeyRef: {name: v, key: k}}}
                        - {name: F, valueFrom: {configMapKeyRef: {name: w, key: k, optional: true}}}
            """));

    private static CacheState with(String data) {
        return new CacheState.Present(new KubernetesObject(YamlText.tree("{data: {" + data + "}}")));
    }

    @Test
    void namesPlaceAndRemedy() {
        assertThat(MissingSecrets.of(List.of(WORKLOAD), key -> new CacheState.Absent())
                        .lines())
                .containsExactly(
                        "Secret n/s (volume a of Deployment d) does not exist; create it",
                        "Secret n/u (volume d of Deployment d) does not exist; create it",
                        "Secret n/v (variable E of Deployment d) does not exist; create it");
        assertThat(MissingSecrets.of(List.of(WORKLOAD), key -> with("other: a")).lines())
                .containsExactly(
                        "Secret n/s (volume a of Deployment d) has no key 'k'; add it",
                        "Secret n/v (variable E of Deployment d) has no key 'k'; add it");
        assertThat(MissingSecrets.of(List.of(WORKLOAD), key -> with("k: a")).lines())
                .isEmpty();
        assertThat(MissingSecrets.of(List.of(WORKLOAD), key -> new CacheState.NotSynced())
                        .lines())
                .isEmpty();
    }

    @Test
    void saysNothingBesideSuccess() {
        MissingSecrets missing = new MissingSecrets(List.of("a"));

        assertThat(missing.with(ReconcileResult.converged())).isEqualTo(ReconcileResult.converged());
        assertThat(missing.with(new ReconcileResult.Degraded("b", Kind.LASTING, FailureReason.WORKLOAD_FAILING)))
                .isEqualTo(new ReconcileResult.Degraded("b; a", Kind.LASTING, FailureReason.WORKLOAD_FAILING));
    }
}
