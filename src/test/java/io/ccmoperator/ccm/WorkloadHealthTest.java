// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.ControllerScene.MANAGED;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.ControllerScene;
import io.ccmoperator.YamlText;
import io.ccmoperator.apply.ApplyResult;
import io.ccmoperator.apply.Outcome;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.status.ClusterOperatorStatus;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.SteppedClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class WorkloadHealthTest {
    private static final ObjectKey CCM = new ObjectKey(ResourceKind.DEPLOYMENT, MANAGED, "ccm");
    private static final String DISPLAY = CCM.toString();
    private static final String LIST = "LIST Pod " + MANAGED + " labelSelector=app=ccm";
    private static final String LIST_OWNERS = "LIST ReplicaSet " + MANAGED + " labelSelector=app=ccm";
    private static final String GET_LEASE = "GET Lease " + MANAGED + "/cloud-controller-manager";
    private static final String TRUE = "{type: Progressing, status: 'True', reason: %s}";
    private static final String ENDED = "container ccm ended with exit code 1: no cloud";

    private final ControllerScene scene = new ControllerScene();
    private final SteppedClock clock = new SteppedClock();
    private final List<Duration> requeued = new ArrayList<>();
    private WorkloadHealth health = health();

    /** That of a process which has just started. */
    private WorkloadHealth health() {
        ClusterOperatorStatusWriter status = new ClusterOperatorStatusWriter(
                scene.server,
                scene.watches,
                ClusterOperatorStatus.of(
                        ReleaseVersion.of("4.20.0"),
                        Distribution.OPENSHIFT,
                        Set.of(MANAGED),
                        EnumSet.allOf(Controller.class)),
                () -> true,
                clock);
        scene.watches.watch(ClusterOperatorStatusWriter.KEY, () -> {});
        status.observe();
        return new WorkloadHealth(scene.access(clock), status, requeued::add);
    }

    private Rollout judge(KubernetesObject workload) {
        return health.judge(
                        new ApplyResult(List.of(new Outcome.Unchanged(workload)), List.of()), Map.of(CCM, "identity"))
                .get(ObjectKey.of(workload));
    }

    private static KubernetesObject deployment(long updated, long available, String condition) {
        return YamlText.manifest("""
                apiVersion: apps/v1
                kind: Deployment
                metadata: {name: ccm, namespace: %s, generation: 1, uid: uid-of-ccm}
                spec:
                  replicas: 1
                  selector: {matchLabels: {app: ccm}}
                  template:
                    spec:
                      containers:
                        - name: cloud-controller-manager
                          args: [--leader-elect=true, --leader-elect-resource-namespace=%1$s]
                status: {observedGeneration: 1, replicas: 1, updatedReplicas: %2$d, availableReplicas: %3$d, conditions: [%4$s]}
                """.formatted(MANAGED, updated, available, condition));
    }

    /** The Lease was acquired and renewed so long ago. */
    private void lead(Duration acquired, Duration renewed) {
        scene.put("""
                apiVersion: coordination.k8s.io/v1
                kind: Lease
                metadata: {name: cloud-controller-manager, namespace: %s}
                spec: {holderIdentity: node-1_a, leaseDurationSeconds: 137, acquireTime: '%s', renewTime: '%s'}
                """, MANAGED, ago(acquired), ago(renewed));
    }

    private static KubernetesObject complete(long available) {
        return deployment(1, available, TRUE.formatted("NewReplicaSetAvailable"));
    }

    private static KubernetesObject rolling() {
        return deployment(1, 0, TRUE.formatted("ReplicaSetUpdated"));
    }

    /** Creates or changes a Pod with a container that has ended so often, the last time so long ago. */
    private void pod(String name, String template, Duration age, int restarts, Duration ended) {
        scene.put("""
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata:
                  name: ccm-1
                  namespace: %s
                  uid: uid-of-replicas
                  labels: {app: ccm}
                  ownerReferences: [{kind: Deployment, name: ccm, uid: uid-of-ccm, controller: true}]
                """, MANAGED);
        String lastState = restarts == 0
                ? "{}"
                : "{terminated: {exitCode: 1, reason: Error, message: no cloud, finishedAt: '%s'}}"
                        .formatted(ago(ended));
        scene.put("""
                apiVersion: v1
                kind: Pod
                metadata:
                  name: %s
                  namespace: %s
                  uid: uid-of-%s
                  creationTimestamp: '%s'
                  labels: {app: ccm, pod-template-hash: '%s'}
                  ownerReferences: [{kind: ReplicaSet, name: ccm-1, uid: uid-of-replicas, controller: true}]
                spec: {nodeName: n}
                status:
                  conditions: [{type: Ready, status: 'False', lastTransitionTime: '%s'}]
                  containerStatuses:
                    - {name: ccm, ready: false, restartCount: %d, lastState: %s, state: {waiting: {reason: CrashLoopBackOff}}}
                """, name, MANAGED, name, ago(age), template, ago(ended), restarts, lastState);
    }

    private void own(String pod, String owner) {
        scene.server.edit(
                scene.server.stored(new ObjectKey(ResourceKind.POD, MANAGED, pod)),
                object -> object.fields()
                        .map("metadata")
                        .put(
                                "ownerReferences",
                                YamlText.tree("{owners: [" + owner + "]}").get("owners")));
    }

    private Instant ago(Duration time) {
        return clock.instant().minus(time);
    }

    private static Duration minutes(long minutes) {
        return Duration.ofMinutes(minutes);
    }

    @Test
    void listsNothingWhileWorkloadIsCompleteAndAvailable() {
        for (int look = 0; look < 2; look++) {
            clock.advanceSeconds(5);
            lead(minutes(60), Duration.ZERO);
            judge(complete(1));
        }
        scene.server.takeRequests();
        requeued.clear();

        assertThat(judge(complete(1))).isEqualTo(new Rollout.Complete());
        clock.advance(minutes(5));
        assertThat(judge(complete(1))).isEqualTo(new Rollout.Complete());
        assertThat(scene.server.takeRequests()).isEmpty();
        assertThat(requeued).isEmpty();
    }

    @Test
    void listsPodsAtMostOnceInFiveSeconds() {
        judge(rolling());
        judge(rolling());
        clock.advanceSeconds(4);
        judge(rolling());
        assertThat(scene.server.takeRequests()).containsExactly(LIST_OWNERS, LIST, GET_LEASE);

        clock.advanceSeconds(1);
        judge(rolling());
        assertThat(scene.server.takeRequests()).containsExactly(LIST_OWNERS, LIST, GET_LEASE);
        assertThat(requeued).containsOnly(Duration.ofSeconds(10));
    }

    @Test
    void isNotRolledOutWhileContainerHasEndedWithinTwoMinutes() {
        judge(rolling());
        pod("p", "1", minutes(1), 1, Duration.ZERO);
        clock.advance(minutes(2).minusSeconds(1));
        assertThat(judge(complete(1)))
                .isEqualTo(new Rollout.InProgress(DISPLAY, Optional.of("Pod p on node n: " + ENDED)));
        clock.advanceSeconds(5);
        assertThat(judge(complete(1))).isEqualTo(new Rollout.Complete());

        pod("p", "1", minutes(5), 2, Duration.ZERO);
        clock.advanceSeconds(5);
        assertThat(judge(complete(0))).as("a node restarts later").isEqualTo(new Rollout.Interrupted(DISPLAY));
        assertThat(judge(complete(1))).isEqualTo(new Rollout.Complete());
    }

    @Test
    void saysInProgressWhatPodSays() {
        pod("p", "1", minutes(1), 1, Duration.ZERO);

        assertThat(Rollout.result(List.of(judge(rolling())), new ApplyResult(List.of(), List.of())))
                .hasToString("Progressing[what=Rolling out " + DISPLAY + ": Pod p on node n: " + ENDED + "]");
        assertThat(scene.takeEvents()).containsExactly("PodFailed x1 ccm: Pod p on node n: " + ENDED);
    }

    /** Of a configuration, each credential: the whole of it is in no message. */
    @Test
    void leavesOutWhatSecretsOfWorkloadHave() {
        scene.put("""
                apiVersion: v1
                kind: Secret
                metadata: {name: a, namespace: %s}
                data: {plain: bm8gY2xvdWQK, short: Y29udA==, clouds.yaml: "cGFzc3dvcmQ6IGV4aXQtY29kZQp1c2VyOiBjb250YWluZXIK"}
                """, MANAGED);
        scene.watches.watch(new ObjectKey(ResourceKind.SECRET, MANAGED, "a"), () -> {});
        pod("p", "1", minutes(1), 1, Duration.ZERO);
        scene.server.edit(
                scene.server.stored(new ObjectKey(ResourceKind.POD, MANAGED, "p")),
                pod -> FieldReader.of(pod.tree())
                        .items("status", "containerStatuses")
                        .get(0)
                        .map("lastState", "terminated")
                        .put("message", "container: no cloud, exit-code"));
        KubernetesObject workload = rolling();
        new FieldWriter(workload.podSpec())
                .list("volumes")
                .add(Map.of("name", "a", "secret", Map.of("secretName", "a")));

        assertThat(judge(workload))
                .isEqualTo(
                        new Rollout.InProgress(
                                DISPLAY,
                                Optional.of(
                                        "Pod p on node n: container ccm ended with exit code 1: container: <masked>, <masked>")));
    }

    @ParameterizedTest(name = "{0} restarts of a Pod of {1} minutes: {2}")
    @CsvSource({"2, 10, false", "3, 10, true", "30, 20, false"})
    void failsAfterThreeRestartsWithinFifteenMinutes(int restarts, long age, boolean failing) {
        pod("p", "1", minutes(age), restarts, minutes(1));

        Rollout rollout = judge(rolling());

        assertThat(rollout)
                .isEqualTo(
                        failing
                                ? restarting()
                                : new Rollout.InProgress(DISPLAY, Optional.of("Pod p on node n: " + ENDED)));
    }

    /** Whoever may create Pods gives one the labels, or names an owner. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{kind: Node, name: n, uid: uid-of-node, controller: true}",
                "{kind: ReplicaSet, name: ccm-1, uid: uid-of-nothing, controller: true}",
                "{kind: ReplicaSet, name: ccm-1, uid: uid-of-replicas}",
                "{kind: ReplicaSet, name: other-1, uid: uid-of-others, controller: true}",
                "{kind: Deployment, name: ccm, uid: uid-of-ccm, controller: true}"
            })
    void ignoresPodOfStranger(String owner) {
        scene.put("""
                apiVersion: apps/v1
                kind: ReplicaSet
                metadata:
                  name: other-1
                  namespace: %s
                  uid: uid-of-others
                  labels: {app: ccm}
                  ownerReferences: [{kind: Deployment, name: ccm, uid: uid-of-other, controller: true}]
                """, MANAGED);
        pod("p", "1", minutes(10), 3, minutes(1));
        own("p", owner);

        assertThat(judge(rolling())).isEqualTo(new Rollout.InProgress(DISPLAY, Optional.empty()));
        assertThat(scene.takeEvents()).isEmpty();
    }

    private static Rollout restarting() {
        return new Rollout.Failing(
                "Pods of " + DISPLAY + " restarted 3 times or more within 15 minutes: Pod p on node n: " + ENDED,
                false,
                Optional.of("Pod p on node n: " + ENDED));
    }

    @Test
    void countsRestartsOfOldPodByWhatItHasSeen() {
        pod("p", "1", minutes(600), 30, Duration.ZERO);
        judge(rolling());
        clock.advance(minutes(1));
        pod("p", "1", minutes(600), 31, Duration.ZERO);
        assertThat(judge(rolling())).isInstanceOf(Rollout.InProgress.class);
        clock.advance(minutes(1));
        pod("p", "1", minutes(600), 32, Duration.ZERO);

        assertThat(judge(rolling())).isInstanceOf(Rollout.Failing.class);
        clock.advance(minutes(14));
        assertThat(judge(rolling())).isInstanceOf(Rollout.InProgress.class);
    }

    @Test
    void forgetsWhatItHasSeenBeforeItStoppedLooking() {
        pod("p", "1", minutes(600), 30, Duration.ZERO);
        judge(rolling());
        judge(complete(1));
        clock.advance(minutes(60));
        pod("p", "1", minutes(660), 34, Duration.ZERO);

        assertThat(judge(rolling())).isInstanceOf(Rollout.InProgress.class);
    }

    @Test
    void ignoresRestartsOfEarlierTemplate() {
        pod("old", "1", minutes(10), 9, minutes(1));
        pod("new", "2", minutes(1), 0, minutes(1));
        assertThat(judge(rolling())).isEqualTo(new Rollout.InProgress(DISPLAY, Optional.empty()));

        scene.server.remove(new ObjectKey(ResourceKind.POD, MANAGED, "new"));
        clock.advanceSeconds(5);
        assertThat(judge(deployment(0, 0, TRUE.formatted("ReplicaSetUpdated"))))
                .as("before the first Pod of the current template")
                .isInstanceOf(Rollout.InProgress.class);
    }

    /** The template of before comes again: its Pods are older than those of the one that did not work. */
    @Test
    void ignoresRestartsOfNewerPodsThatHaveOtherConfiguration() {
        pod("old", "1", minutes(10), 0, minutes(1));
        pod("new", "2", minutes(5), 9, minutes(1));
        mark("old", "a");
        mark("new", "b");
        KubernetesObject workload = rolling();
        new FieldWriter(workload.tree())
                .map("spec", "template", "metadata", "annotations")
                .put(ConfigHash.ANNOTATION, "a");

        assertThat(judge(workload)).isEqualTo(new Rollout.InProgress(DISPLAY, Optional.empty()));
    }

    private void mark(String pod, String hash) {
        scene.server.edit(
                scene.server.stored(new ObjectKey(ResourceKind.POD, MANAGED, pod)),
                object -> object.fields().map("metadata").put("annotations", Map.of(ConfigHash.ANNOTATION, hash)));
    }

    @Test
    void doesNotBlameTemplateWhereOlderPodsEndAsWell() {
        pod("old", "1", minutes(10), 5, minutes(1));
        pod("p", "2", minutes(5), 3, minutes(1));

        assertBlamesNoTemplate();
    }

    /** It is the node then. */
    @Test
    void doesNotBlameTemplateWhereAnotherPodOfItWorks() {
        pod("works", "1", minutes(5), 0, minutes(1));
        scene.server.edit(
                scene.server.stored(new ObjectKey(ResourceKind.POD, MANAGED, "works")),
                pod -> pod.fields()
                        .map("status")
                        .put("conditions", List.of(Map.of("type", "Ready", "status", "True"))));
        pod("p", "1", minutes(5), 3, minutes(1));

        assertBlamesNoTemplate();
    }

    private void assertBlamesNoTemplate() {
        assertThat(judge(rolling()))
                .isInstanceOfSatisfying(
                        Rollout.Failing.class,
                        failing -> assertThat(failing.end()).isEmpty());
    }

    @Test
    void keepsLookingAtWorkloadThatWorksForAnInstant() {
        pod("p", "1", minutes(10), 3, minutes(1));
        judge(rolling());
        clock.advanceSeconds(30);

        assertThat(judge(complete(1))).isEqualTo(restarting());
        clock.advance(minutes(16));
        pod("p", "1", minutes(26), 3, minutes(17));
        assertThat(judge(complete(1))).isEqualTo(new Rollout.Complete());
        scene.server.takeRequests();
        clock.advance(minutes(1));
        judge(complete(1));
        assertThat(scene.server.takeRequests()).isEmpty();
    }

    @Test
    void looksAtWorkloadThatEarlierProcessReported() {
        pod("p", "1", minutes(10), 3, minutes(1));
        scene.put("""
                apiVersion: config.openshift.io/v1
                kind: ClusterOperator
                metadata: {name: cloud-controller-manager}
                status: {conditions: [{type: Degraded, status: 'True'}]}
                """);
        health = health();

        assertThat(judge(complete(1))).isEqualTo(restarting());
    }

    @Test
    void isUnavailableAfterTwoMinutesWithoutReplica() {
        assertThat(judge(complete(0))).isEqualTo(new Rollout.Interrupted(DISPLAY));
        clock.advance(minutes(2).minusSeconds(1));
        assertThat(judge(complete(0))).isEqualTo(new Rollout.Interrupted(DISPLAY));
        clock.advanceSeconds(1);

        assertThat(judge(complete(0)))
                .isEqualTo(new Rollout.Failing(
                        "no replica of " + DISPLAY + " has been available for 2 minutes: there is no Pod",
                        true,
                        Optional.empty()));
        assertThat(judge(complete(1))).isEqualTo(new Rollout.Complete());
        clock.advanceSeconds(10);
        assertThat(judge(complete(0))).isEqualTo(new Rollout.Interrupted(DISPLAY));
    }

    @Test
    void knowsFromPodsSinceWhenNoReplicaIsAvailable() {
        pod("p", "1", minutes(600), 1, minutes(2));

        assertThat(judge(complete(0)))
                .isEqualTo(new Rollout.Failing(
                        "no replica of " + DISPLAY + " has been available for 2 minutes: Pod p on node n: " + ENDED,
                        true,
                        Optional.empty()));
    }

    @Test
    void reportsStalledRolloutWithWordsOfPod() {
        pod("p", "1", minutes(11), 1, minutes(1));
        String stalled = "{type: Progressing, status: 'False', reason: ProgressDeadlineExceeded}";

        assertThat(judge(deployment(1, 0, stalled)))
                .isEqualTo(new Rollout.Stalled(
                        "deployment ccm rollout stalled: ProgressDeadlineExceeded: Pod p on node n: " + ENDED, false));
    }

    @Test
    void saysWhyPodsAreNotCreated() {
        KubernetesObject refused = deployment(
                0,
                0,
                TRUE.formatted("ReplicaSetUpdated")
                        + ", {type: ReplicaFailure, status: 'True', reason: FailedCreate, message: 'exceeded quota'}");

        assertThat(judge(refused)).isEqualTo(new Rollout.InProgress(DISPLAY, Optional.of("exceeded quota")));
    }

    @Test
    void judgesByStatusAloneWherePodsCannotBeRead() {
        scene.server.beforeRequest(request -> {
            throw new ApiException(403, "pods is forbidden", null);
        });

        assertThat(judge(rolling())).isEqualTo(new Rollout.InProgress(DISPLAY, Optional.empty()));
        clock.advance(minutes(2));
        assertThat(judge(complete(0)))
                .isEqualTo(new Rollout.Failing(
                        "no replica of " + DISPLAY + " has been available for 2 minutes", true, Optional.empty()));
    }

    @Test
    void countsRestartsOfDaemonSetByPod() {
        String labels = "controller-revision-hash";
        String owner = "{kind: DaemonSet, name: nodes, uid: uid-of-nodes, controller: true}";
        for (String name : List.of("a", "b", "c")) {
            pod(name, "1", minutes(10), 1, minutes(1));
            own(name, owner);
            scene.server.edit(
                    scene.server.stored(new ObjectKey(ResourceKind.POD, MANAGED, name)),
                    pod -> pod.fields().map("metadata", "labels").put(labels, "1"));
        }
        KubernetesObject nodes = YamlText.manifest("""
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {name: nodes, namespace: %s, generation: 1, uid: uid-of-nodes}
                spec: {selector: {matchLabels: {app: ccm}}}
                status: {observedGeneration: 1, currentNumberScheduled: 3, desiredNumberScheduled: 3,
                  updatedNumberScheduled: 3, numberAvailable: 1}
                """.formatted(MANAGED));

        assertThat(judge(nodes)).isEqualTo(new Rollout.Complete());
        clock.advanceSeconds(5);
        pod("a", "1", minutes(10), 3, minutes(1));
        own("a", owner);
        scene.server.edit(
                scene.server.stored(new ObjectKey(ResourceKind.POD, MANAGED, "a")),
                pod -> pod.fields().map("metadata", "labels").put(labels, "1"));
        assertThat(judge(nodes)).isInstanceOf(Rollout.Failing.class);
    }
}
