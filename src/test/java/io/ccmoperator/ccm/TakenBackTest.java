// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.ControllerScene.MANAGED;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.ccm.ConfigurationRecord.Configuration;
import io.ccmoperator.ccm.ConfigurationRecord.TakenBack;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.status.FailureReason;
import io.ccmoperator.status.ReconcileResult;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Configurations whose Pods end: when the workload returns to the one of before. */
class TakenBackTest extends TrialScene {
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
                        ReconcileResult.Kind.LASTING,
                        FailureReason.WORKLOAD_FAILING));
        assertThat(takeRequests())
                .as("it remembers that with the spec")
                .allMatch(request -> request.startsWith("LIST"));
        reconcile();

        assertThat(deployment().fields().map("spec"))
                .as("the ReplicaSet of this template still exists")
                .isEqualTo(before.fields().map("spec"));
        assertThat(rollouts()).isEqualTo(3);
        end("new");
        rollOut();
        assertThat(reconcile()).isEqualTo(degraded(TAKEN_BACK + "10 minutes"));
        assertThat(reconcile()).isEqualTo(degraded(TAKEN_BACK + "10 minutes"));
        assertThat(record().lastProven().flatMap(Configuration::copy)).hasValue("cloud-conf-a");
        assertThat(scene.server.live(B)).as("the copy that no Pod mounts").isEmpty();
        assertThat(scene.data(CLOUD_CONF)).containsEntry("cloud.conf", "second");
        prove();
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

    /** They stay until there are thousands in the cluster. */
    @Test
    void goesBackWhereEvictedPodsAreLeft() throws Exception {
        for (int pod = 0; pod < 3; pod++) {
            pod("evicted-" + pod, 0);
            evict("evicted-" + pod);
        }
        cloudConf("second");
        reconcile();
        rolling(3);
        pod("another", 0);
        evict("another");

        reconcile();
        reconcile();

        assertThat(mounted()).isEqualTo("cloud-conf-a");
    }

    private void evict(String name) {
        KubernetesObject pod = scene.server.stored(new ObjectKey(ResourceKind.POD, MANAGED, name));
        pod.tree().put("status", Map.of("phase", "Failed", "reason", "Evicted", "message", "low on memory"));
        scene.server.put(pod);
    }

    /** Whoever may write the Deployment may write what it remembers. */
    @Test
    void takesNothingOfForgedRecordThatAdministratorCouldNotSet() throws Exception {
        takeBack("second");
        TakenBack back = record().takenBack().orElseThrow();
        Overrides forged =
                Overrides.of(YamlText.tree("{spec: {controllerManager: {env: [{name: BASH_ENV, value: /a}]}}}"));
        scene.server.put(new ConfigurationRecord(
                        forged,
                        Optional.of(new Configuration(Optional.of("cloud-conf-a"), forged)),
                        Optional.of(new TakenBack(
                                back.identity(), 1, clock.instant().plus(Duration.ofDays(9)), back.words())))
                .annotate(deployment()));

        reconcile();

        assertThat(deployment().containers().toString()).doesNotContain("BASH_ENV");
        assertThat(record().overrides()).isEqualTo(Overrides.NONE);
        assertThat(record().takenBack().map(TakenBack::at)).hasValue(clock.instant());
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
        assertThat(rollouts()).isEqualTo(2);
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
        assertThat(rollouts()).isEqualTo(3);
    }

    @Test
    void hasNothingToGoBackToOnFirstInstallation() throws Exception {
        scene.server.remove(DEPLOYMENT);
        scene.server.remove(A);
        restart();
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

        assertThat(rollouts()).isEqualTo(2);
        assertThat(record().takenBack()).isEmpty();
        end("new");
        rollOut();
        reconcile();
        assertThat(record()).isEqualTo(ConfigurationRecord.NONE);
        assertThat(deployment().fields().map("metadata", "annotations"))
                .doesNotContainKey(ConfigurationRecord.ANNOTATION);
    }

    @Test
    void takesBackOverrides() throws Exception {
        pod("old", 0);
        Map<String, Object> spec = deployment().fields().map("spec");
        overrides("{logLevel: Trace, controllerManager: {args: [{name: node-status-update-frequency, value: 7m}]}}");
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

        overrides("{controllerManager: {args: [{name: node-status-update-frequency, value: 8m}]}}");
        reconcile();
        assertThat(deployment().containers().get(0).get("args").toString()).contains("8m");
        end("old");
        rollOut();
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(record().overrides().set()).containsExactly("controllerManager.args");
    }

    private void overrides(String spec) {
        scene.put(
                "{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager, metadata: {name: cluster}, spec: %s}",
                spec);
    }

    /** A request does not arrive, and another process continues. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2})
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
        assertThat(rollouts()).isEqualTo(3);
        assertThat(writes[0]).isEqualTo(3);
    }

    /** A process that sees a state of before the Deployment creates it, meets one that it did not expect, and adds to its annotations. */
    @Test
    void returnsAfterTemplateWasWrittenByOutdatedState() throws Exception {
        takeBack("second");
        scene.put(B, "{data: {cloud.conf: second}}");
        scene.server.edit(deployment(), object -> {
            ConfigReferences.mounts(object.podSpec()).stream()
                    .filter(mount -> "cloud-conf-a".equals(mount.name()))
                    .forEach(mount -> mount.source().put(mount.nameField(), "cloud-conf-b"));
        });
        restart();

        reconcile();

        assertThat(mounted()).isEqualTo("cloud-conf-a");
        assertThat(scene.data(A)).containsEntry("cloud.conf", "first");
    }

    /** The deletion of a workload that fails does not lose the configuration that works. */
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
                object -> new FieldWriter(object.tree())
                        .map("metadata", "annotations")
                        .put(ConfigurationRecord.ANNOTATION, "{]"));
        rollOut();

        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        assertThat(rollouts()).isEqualTo(1);
    }

    /** A program that refuses a value only when it leads is rolled out completely before. */
    @ParameterizedTest(name = "each leader ends after {0} seconds")
    @ValueSource(longs = {1, 60})
    void goesBackWhenTwoLeadersHaveEnded(long seconds) throws Exception {
        cloudConf("second");
        reconcile();
        rollOut();
        pod("new", 0);
        clock.advanceSeconds(5);
        reconcile();
        for (int leader = 1; leader <= 2; leader++) {
            clock.advance(Duration.ofSeconds(137));
            lead(Duration.ZERO);
            clock.advanceSeconds(seconds);
            pod("new", leader);
            clock.advanceSeconds(5);
            ReconcileResult result = reconcile();
            assertThat(mounted()).isEqualTo("cloud-conf-b");
            if (leader == 2) {
                assertThat(result)
                        .isEqualTo(new ReconcileResult.Degraded(
                                "no replica of " + DEPLOYMENT
                                        + " has been available as the leader: each has ended within 75 seconds of acquiring"
                                        + " the Lease: " + WORDS,
                                ReconcileResult.Kind.LASTING,
                                FailureReason.WORKLOAD_FAILING,
                                true,
                                Optional.empty()));
            }
        }

        reconcile();

        assertThat(mounted()).isEqualTo("cloud-conf-a");
        assertThat(record().takenBack().map(TakenBack::words)).hasValue(WORDS);
    }

    @Test
    void keepsWhatItMayGoBackToUntilPodHasLed() throws Exception {
        cloudConf("second");
        reconcile();
        rollOut();
        pod("new", 0);
        for (int look = 0; look < 20; look++) {
            clock.advanceSeconds(5);
            lead(Duration.ofSeconds(look));
            assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
        }
        assertThat(scene.server.live(A)).isPresent();

        prove();

        assertThat(scene.server.live(A)).isEmpty();
        assertThat(deployment().fields().at("metadata", "generation"))
                .as("one rollout, and nothing else is written")
                .isEqualTo(2L);
    }

    /** What is proven is the configuration, whatever else its Pods are replaced for. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void goesBackAfterEditWhileWorkloadIsRestarted(boolean byNewProcess) throws Exception {
        if (byNewProcess) {
            restart();
            reconcile();
        }
        scene.server.edit(deployment(), object -> {
            new FieldWriter(object.tree())
                    .map("spec", "template", "metadata", "annotations")
                    .put("kubectl.kubernetes.io/restartedAt", "now");
        });
        rolling(0);
        reconcile();
        cloudConf("second");
        reconcile();
        rolling(3);

        reconcile();
        reconcile();

        assertThat(mounted()).isEqualTo("cloud-conf-a");
    }

    /** The cause is not the configuration: the port is taken on one node. */
    @Test
    void staysWherePodOfFormerConfigurationHasEndedBySameCause() throws Exception {
        pod("old", 1);
        clock.advance(Duration.ofMinutes(1));
        pod("other", 0);
        cloudConf("second");
        reconcile();
        rolling(3);

        reconcile();
        end("old");
        clock.advanceSeconds(5);
        reconcile();
        reconcile();

        assertThat(mounted()).isEqualTo("cloud-conf-b");
        assertThat(record().takenBack()).isEmpty();
    }

    @Test
    void saysThatNoPodLeads() throws Exception {
        scene.server.edit(deployment(), object -> object.fields().map("status").put("availableReplicas", 1L));
        reconcile();
        rollOut();
        clock.advanceSeconds(60);
        reconcile();
        clock.advanceSeconds(10);

        assertThat(reconcile())
                .isInstanceOfSatisfying(
                        ReconcileResult.Converged.class,
                        converged -> assertThat(converged.warnings())
                                .singleElement()
                                .asString()
                                .startsWith("no Pod of " + DEPLOYMENT + " leads: its Lease was last renewed at "));
        lead(Duration.ofSeconds(75));
        clock.advanceSeconds(5);
        assertThat(reconcile()).isEqualTo(ReconcileResult.converged());
    }
}
