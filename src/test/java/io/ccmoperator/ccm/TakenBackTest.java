// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.ControllerScene.configMap;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.ccm.ConfigurationRecord.TakenBack;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.ReconcileResult;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Configurations whose Pods end: when the workload returns to the one of before, and when the configuration is tried again. */
class TakenBackTest extends ProvidedScene {
    private static final String WORDS =
            "Pod new on node n: container cloud-controller-manager ended with exit code 255: no option foo";
    private static final String TAKEN_BACK = "the configuration of " + CLOUD_CONF + " was taken back: " + WORDS
            + "; it is tried again when it, a Secret or the image changes, and after ";

    private int pods;

    /** The rollout has replaced one Pod: the new one has ended so often, or it works. */
    private void rolling(int ends) {
        KubernetesObject live = deployment();
        scene.server.edit(
                live,
                object -> object.tree()
                        .put("status", YamlText.tree("""
                {observedGeneration: %s, replicas: 2, updatedReplicas: 1, availableReplicas: 1,
                 conditions: [{type: Progressing, status: 'True', reason: ReplicaSetUpdated}]}
                """.formatted(live.fields().at("metadata", "generation")))));
        pod("new", ends);
        // What is known of Pods is five seconds old at most.
        clock.advanceSeconds(5);
    }

    /** A Pod of the present template. */
    private void pod(String name, int ends) {
        KubernetesObject pod = YamlText.manifest(
                """
                apiVersion: v1
                kind: Pod
                metadata: {name: %s, namespace: %s, uid: uid-%s, creationTimestamp: '%s', labels: {}, annotations: {}}
                spec: {nodeName: n}
                status:
                  phase: Running
                  conditions: [{type: Ready, status: '%s', lastTransitionTime: '%4$s'}]
                  containerStatuses:
                    - name: cloud-controller-manager
                      restartCount: %d
                      lastState: {terminated: {exitCode: 255, reason: Error, message: no option foo, finishedAt: '%4$s'}}
                      state: {waiting: {reason: CrashLoopBackOff}}
                """.formatted(name, MANAGED, name + ++pods, clock.instant(), ends == 0 ? "True" : "False", ends));
        FieldReader template = deployment().fields().field("spec", "template");
        pod.fields().map("metadata", "labels").putAll(template.map("metadata", "labels"));
        pod.fields().map("metadata", "labels").put("pod-template-hash", String.valueOf(template.hashCode()));
        pod.fields().map("metadata", "annotations").putAll(template.map("metadata", "annotations"));
        scene.server.put(pod);
    }

    private void end(String name) {
        scene.server.remove(new ObjectKey(ResourceKind.POD, MANAGED, name));
    }

    /** An edit after which the new Pod has ended three times; the workload has returned to the former one. */
    private void takeBack(String content) throws InterruptedException {
        pod("old", 0);
        cloudConf(content);
        reconcile();
        rolling(3);
        reconcile();
        reconcile();
        end("new");
        rollOut();
        reconcile();
    }

    private ConfigurationRecord record() {
        return ConfigurationRecord.of(deployment());
    }

    private static ReconcileResult degraded(String cause) {
        return new ReconcileResult.Degraded(
                cause, ReconcileResult.Kind.TERMINAL, false, Optional.of(ReconcileResult.converged()));
    }

    @Test
    void goesBackAfterThreeEndsWhileOlderPodWorks() throws Exception {
        KubernetesObject before = deployment();
        pod("old", 0);
        cloudConf("second");
        reconcile();
        rolling(2);
        assertThat(reconcile()).isEqualTo(new ReconcileResult.Progressing("Rolling out " + DEPLOYMENT + ": " + WORDS));

        rolling(3);
        takeRequests();
        assertThat(reconcile())
                .isEqualTo(new ReconcileResult.Degraded(
                        "Pods of " + DEPLOYMENT + " restarted 3 times or more within 15 minutes: " + WORDS,
                        ReconcileResult.Kind.LASTING));
        assertThat(takeRequests())
                .filteredOn(request -> !request.startsWith("LIST"))
                .containsExactly("PUT " + DEPLOYMENT);
        reconcile();

        assertThat(deployment().fields().map("spec"))
                .as("the ReplicaSet of this template still exists")
                .isEqualTo(before.fields().map("spec"));
        assertThat(generation()).isEqualTo(3);
        end("new");
        rollOut();
        assertThat(reconcile()).isEqualTo(degraded(TAKEN_BACK + "10 minutes"));
        assertThat(reconcile()).isEqualTo(degraded(TAKEN_BACK + "10 minutes"));
        assertThat(record().lastComplete()).isEmpty();
        assertThat(scene.server.live(B)).as("the copy that no Pod mounts").isEmpty();
        assertThat(scene.data(CLOUD_CONF)).containsEntry("cloud.conf", "second");
        takeRequests();
        reconcile();
        assertThat(takeRequests()).isEmpty();
        assertThat(scene.takeEvents())
                .containsOnlyOnce(
                        "ConfigurationTakenBack x1 aws-cloud-controller-manager: " + TAKEN_BACK + "10 minutes");
    }

    @Test
    void goesBackWhereNoOlderPodIsLeft() throws Exception {
        cloudConf("second");
        reconcile();
        rolling(3);

        reconcile();
        reconcile();

        assertThat(mounted()).isEqualTo("cloud-conf-a");
    }

    @Test
    void staysWhereOlderPodEndsAsWell() throws Exception {
        pod("old", 3);
        cloudConf("second");
        reconcile();

        rolling(3);
        reconcile();
        reconcile();

        assertThat(mounted()).isEqualTo("cloud-conf-b");
        assertThat(record().takenBack()).isEmpty();
        assertThat(generation()).isEqualTo(2);
    }

    @Test
    void staysWhereItWentBackToWhenThatEndsAsWell() throws Exception {
        takeBack("second");
        rolling(3);

        for (int minute = 0; minute < 9; minute++) {
            assertThat(reconcile())
                    .isInstanceOfSatisfying(
                            ReconcileResult.Degraded.class,
                            failure -> assertThat(failure.cause())
                                    .startsWith("the configuration of " + CLOUD_CONF + " was taken back: "));
            clock.advance(Duration.ofMinutes(1));
        }

        assertThat(mounted()).isEqualTo("cloud-conf-a");
        assertThat(generation()).isEqualTo(3);
    }

    @Test
    void hasNothingToGoBackToOnFirstInstallation() throws Exception {
        scene.server.remove(DEPLOYMENT);
        scene.server.remove(A);
        reconcile();

        rolling(3);
        reconcile();
        cloudConf("second");
        reconcile();
        rolling(3);
        reconcile();
        reconcile();

        assertThat(scene.data(B)).containsEntry("cloud.conf", "second");
        assertThat(mounted()).isEqualTo("cloud-conf-b");
        assertThat(record()).isEqualTo(ConfigurationRecord.NONE);
    }

    @Test
    void goesBackAfterImageAndConfigurationChanged() throws Exception {
        image = "registry/aws:2";
        restart();
        reconcile();
        rolling(0);
        pod("old", 0);
        cloudConf("second");
        reconcile();
        rolling(3);

        reconcile();
        reconcile();

        assertThat(mounted()).isEqualTo("cloud-conf-a");
        assertThat(deployment().containers().get(0)).containsEntry("image", "registry/aws:2");
    }

    @Test
    void doesNotGoBackForAnImage() throws Exception {
        image = "registry/aws:2";
        restart();
        reconcile();
        rolling(3);

        reconcile();
        reconcile();

        assertThat(generation()).isEqualTo(2);
        assertThat(record().takenBack()).isEmpty();
        end("new");
        rollOut();
        clock.advanceSeconds(5);
        reconcile();
        assertThat(record()).isEqualTo(ConfigurationRecord.NONE);
        assertThat(deployment().fields().map("metadata", "annotations"))
                .doesNotContainKey(ConfigurationRecord.ANNOTATION);
    }

    @Test
    void triesAgainWhenDueAndWaitsTwiceAsLongThen() throws Exception {
        takeBack("second");
        clock.advance(Duration.ofMinutes(10).minusSeconds(10));
        restart();
        reconcile();
        assertThat(mounted()).isEqualTo("cloud-conf-a");

        clock.advanceSeconds(10);
        reconcile();

        assertThat(mounted()).isNotEqualTo("cloud-conf-a");
        rolling(3);
        reconcile();
        reconcile();
        end("new");
        rollOut();
        assertThat(reconcile()).isEqualTo(degraded(TAKEN_BACK + "20 minutes"));
    }

    @Test
    void forgetsOnceItWorks() throws Exception {
        takeBack("second");
        clock.advance(Duration.ofMinutes(10));
        reconcile();

        end("old");
        rollOut();
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());

        assertThat(record()).isEqualTo(ConfigurationRecord.NONE);
        assertThat(scene.data(configMap(MANAGED, mounted()))).containsEntry("cloud.conf", "second");
        reconcile();
        assertThat(scene.server.live(A)).isEmpty();
    }

    @Test
    void triesMendedConfigurationAtOnce() throws Exception {
        takeBack("second");

        cloudConf("third");
        reconcile();

        assertThat(scene.data(configMap(MANAGED, mounted()))).containsEntry("cloud.conf", "third");
        assertThat(generation()).isEqualTo(4);
        end("old");
        rollOut();
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(record()).isEqualTo(ConfigurationRecord.NONE);
    }

    @Test
    void triesSameConfigurationAfterAnotherOne() throws Exception {
        takeBack("second");
        cloudConf("first");
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(generation()).as("nothing is rolled out").isEqualTo(3);

        cloudConf("second");
        reconcile();

        assertThat(mounted()).isNotEqualTo("cloud-conf-a");
    }

    @ParameterizedTest
    @ValueSource(strings = {"image", "trusted CA"})
    void triesAgainWithWhatElsePodsGet(String changed) throws Exception {
        takeBack("second");

        if (changed.equals("image")) {
            image = "registry/aws:2";
            restart();
        } else {
            scene.put(configMap(MANAGED, "ccm-trusted-ca"), "{data: {ca-bundle.crt: other}}");
        }
        reconcile();

        assertThat(mounted()).isNotEqualTo("cloud-conf-a");
    }

    @Test
    void takesBackOverrides() throws Exception {
        pod("old", 0);
        Map<String, Object> spec = deployment().fields().map("spec");
        overrides("{logLevel: Trace, controllerManager: {args: {node-status-update-frequency: 7m}}}");
        reconcile();
        assertThat(deployment().containers().get(0).get("args").toString()).contains("7m", "--v=6");

        rolling(3);
        reconcile();
        reconcile();

        assertThat(deployment().fields().map("spec")).isEqualTo(spec);
        end("new");
        rollOut();
        assertThat(reconcile())
                .isEqualTo(degraded("the configuration of CloudControllerManager cluster was taken back: " + WORDS
                        + "; it is tried again when it, a Secret or the image changes, and after 10 minutes"));

        overrides("{controllerManager: {args: {node-status-update-frequency: 8m}}}");
        reconcile();
        assertThat(deployment().containers().get(0).get("args").toString()).contains("8m");
        end("old");
        rollOut();
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(record().overrides().set()).containsExactly("controllerManager.args");
    }

    private void overrides(String spec) {
        scene.put(
                "{apiVersion: ccmoperator.io/v1alpha1, kind: CloudControllerManager, metadata: {name: cluster}, spec: %s}",
                spec);
    }

    /** A request does not arrive, and another process continues. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4})
    void comesToTheSameAfterRestartAtAnyWrite(int write) throws Exception {
        int[] writes = {0};
        scene.server.beforeRequest(sent -> {
            if (sent.equals("PUT " + DEPLOYMENT) && ++writes[0] == write) {
                throw new ApiException(500, "not now", null);
            }
        });
        pod("old", 0);
        cloudConf("second");
        for (int step = 0; step < 8; step++) {
            reconcile();
            if (mounted().equals("cloud-conf-a")) {
                end("new");
                rollOut();
            } else {
                rolling(3);
            }
            restart();
        }

        assertThat(reconcile()).isEqualTo(degraded(TAKEN_BACK + "10 minutes"));
        assertThat(mounted()).isEqualTo("cloud-conf-a");
        assertThat(generation()).isEqualTo(3);
        assertThat(writes[0]).isEqualTo(5);
    }

    /** Whoever deletes a workload that fails does not want to lose the one that works. */
    @ParameterizedTest
    @CsvSource({"true, true, true", "true, false, true", "false, true, true", "true, false, false", "false, true, false"
    })
    void returnsToLastCompleteRolloutAfterDeletionOf(boolean workload, boolean copy, boolean isTakenBack)
            throws Exception {
        if (isTakenBack) {
            takeBack("second");
        } else {
            pod("old", 0);
            cloudConf("second");
            reconcile();
            reconcile();
        }
        if (workload) {
            scene.server.remove(DEPLOYMENT);
        }
        if (copy) {
            scene.server.remove(A);
        }
        end("old");

        for (int step = 0; step < 4; step++) {
            reconcile();
            if (mounted().equals("cloud-conf-a")) {
                rollOut();
            } else {
                rolling(3);
            }
        }
        end("new");

        assertThat(reconcile()).isEqualTo(degraded(TAKEN_BACK + "10 minutes"));
        assertThat(mounted()).isEqualTo("cloud-conf-a");
        assertThat(scene.data(A)).containsEntry("cloud.conf", "first");
        assertThat(record().takenBack().map(TakenBack::times)).hasValue(1L);
    }

    @Test
    void ignoresRecordThatAnotherClientBroke() throws Exception {
        scene.server.edit(
                deployment(),
                object -> object.fields().map("metadata", "annotations").put(ConfigurationRecord.ANNOTATION, "{]"));

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(generation()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource({"1, 10", "2, 20", "6, 320", "7, 360", "100, 360", "-5, 10"})
    void waitsLongerEachTime(long times, long minutes) {
        assertThat(new TakenBack("", times, Instant.EPOCH, "").pause()).isEqualTo(Duration.ofMinutes(minutes));
    }
}
