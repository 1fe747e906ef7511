// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.overview;

import static io.ccmoperator.ControllerScene.MANAGED;
import static io.ccmoperator.ControllerScene.configMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.overview.Overview.Fact;
import io.ccmoperator.overview.Overview.Health;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OverviewReaderTest extends OverviewScene {
    @Test
    void showsHealthyCluster() {
        Overview overview = read();

        assertThat(overview.health()).isEqualTo(Health.HEALTHY);
        assertThat(overview.waitsFor()).isEmpty();
        assertThat(overview.unreadable()).isEmpty();
        assertThat(overview.facts())
                .containsExactly(
                        entry("release", Fact.of("4.20.0")),
                        entry("reached", Fact.of("4.20.0")),
                        entry(
                                "platform",
                                new Fact("AWS, provider aws", Map.of("type", "AWS", "variant", "", "provider", "aws"))),
                        entry("leader", Fact.of("host_1")),
                        entry("renewed", Fact.of("2029-12-31T23:59:50.000000Z")),
                        entry(
                                "operator",
                                new Fact(
                                        "Deployment o/operator, 1/1 available",
                                        Map.of(
                                                "kind",
                                                "Deployment",
                                                "namespace",
                                                "o",
                                                "name",
                                                "operator",
                                                "state",
                                                "rolling out",
                                                "available",
                                                "1",
                                                "desired",
                                                "1"))));
        assertThat(overview.tree())
                .containsEntry("release", "4.20.0")
                .containsEntry("platform", Map.of("type", "AWS", "variant", "", "provider", "aws"));
        assertThat(overview.conditions())
                .hasSize(5)
                .first()
                .satisfies(condition -> assertThat(condition)
                        .contains(
                                entry("type", "Available"),
                                entry("status", "True"),
                                entry("since", "2029-12-31T00:00:00Z")));
        assertThat(overview.objects())
                .singleElement()
                .satisfies(object -> assertThat(object)
                        .contains(
                                entry("name", CCM),
                                entry("state", "rolled out"),
                                entry("available", "1"),
                                entry("desired", "2")));
    }

    /** On OpenShift the object is optional, and images are those of the release. */
    @Test
    void showsImagesWithWhatNamesThem() {
        scene.put("""
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster}
                spec: {controllerManager: {imagePullPolicy: Always}}
                status:
                  controllerManager: {image: "a/b:1", imageSource: spec.controllerManager.image}
                  nodeManager: {image: "a/c:1", imageSource: "images.json, cloudNodeManagerAzure"}
                """);

        assertThat(read().facts())
                .contains(
                        entry(
                                "controllerManager",
                                new Fact(
                                        "a/b:1, by spec.controllerManager.image",
                                        Map.of("image", "a/b:1", "imageSource", "spec.controllerManager.image"))),
                        entry(
                                "nodeManager",
                                new Fact(
                                        "a/c:1, by images.json, cloudNodeManagerAzure",
                                        Map.of("image", "a/c:1", "imageSource", "images.json, cloudNodeManagerAzure"))),
                        entry("overrides", Fact.of("controllerManager.imagePullPolicy")));
    }

    @Test
    void namesOtherManagersOnKubernetesAlone() {
        scene.put("""
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster}
                spec: {cluster: {provider: aws, name: a}}
                """);
        scene.put("""
                apiVersion: apps/v1
                kind: DaemonSet
                metadata: {namespace: kube-system, name: aws-cloud-controller-manager}
                status: {observedGeneration: 1, desiredNumberScheduled: 3, numberAvailable: 2}
                """);
        for (String name : List.of("cloud-controller-manager", "k3s-cloud-controller-manager")) {
            scene.put(
                    """
                    apiVersion: coordination.k8s.io/v1
                    kind: Lease
                    metadata: {namespace: kube-system, name: %s}
                    spec: {holderIdentity: node-1_2, renewTime: '%s', leaseDurationSeconds: 15}
                    """, name, name.startsWith("k3s") ? "2029-12-31T00:00:00.000000Z" : "2029-12-31T23:59:59.000000Z");
        }

        assertThat(read(Distribution.KUBERNETES).others())
                .containsExactly(
                        Map.of(
                                "kind", "Lease",
                                "namespace", "kube-system",
                                "name", "cloud-controller-manager",
                                "state", "held by node-1",
                                "holder", "node-1"),
                        Map.of(
                                "kind", "DaemonSet",
                                "namespace", "kube-system",
                                "name", "aws-cloud-controller-manager",
                                "state", "running",
                                "available", "2",
                                "desired", "3"));
        assertThat(read().others()).isEmpty();
    }

    @Test
    void namesSourcesOfConfigMaps() {
        assertThat(read().sources())
                .extracting(source -> source.get("of") + ": " + source.get("source"))
                .containsExactly(
                        "cloud-conf: ConfigMap openshift-config/cloud, key config",
                        "ccm-trusted-ca: ConfigMap " + MANAGED + "/cloud-conf, key ca-bundle.pem",
                        "ccm-trusted-ca: ConfigMap openshift-config/user-ca, key ca-bundle.crt",
                        "ccm-trusted-ca: the certificate authorities of the operator's image");
    }

    @Test
    void showsOwnEventsNewestFirst() {
        assertThat(read().events())
                .extracting(event -> event.get("reason"))
                .containsExactly("Second", "First", "Third");
    }

    @Test
    void omitsEventsOfDeletedClusterOperatorOfSameName() {
        String uid = scene.server
                .stored(ObjectKey.ofCluster(ResourceKind.CLUSTER_OPERATOR, "cloud-controller-manager"))
                .fields()
                .string("metadata", "uid");
        String involved = "ClusterOperator, name: cloud-controller-manager, uid: ";
        ofClusterOperator.add(event("ccm-operator", "OfDeleted", "04", involved + "before"));
        ofClusterOperator.add(event("ccm-operator", "OfThis", "05", involved + uid));

        assertThat(read().events())
                .extracting(event -> event.get("reason"))
                .containsExactly("OfThis", "Second", "First", "Third");
    }

    @ParameterizedTest
    @CsvSource({
        "True, False, False, HEALTHY",
        "True, True, False, PROGRESSING",
        "True, False, True, UNHEALTHY",
        "False, False, False, UNHEALTHY",
        "Unknown, True, False, UNHEALTHY"
    })
    void judgesByConditions(String available, String progressing, String degraded, Health health) {
        clusterOperator(available, progressing, degraded);

        assertThat(read().health()).isEqualTo(health);
    }

    @Test
    void waitsForKindOfThisRelease() {
        droppedFields = List.of(".spec.logLevel", ".status.provider");

        Overview overview = read();

        assertThat(overview.health()).isEqualTo(Health.UNHEALTHY);
        assertThat(overview.waitsFor())
                .extracting(row -> row.get("message"))
                .containsExactly(
                        "the kind CloudControllerManager of this release; that of the cluster drops .spec.logLevel,"
                                + " .status.provider: run kubectl apply --server-side --force-conflicts -f crds in the folder of the chart");
    }

    /** No version was reached: nothing has been there that could be missed. */
    @ParameterizedTest
    @CsvSource({
        "False, True, False, PROGRESSING",
        "Unknown, Unknown, False, PROGRESSING",
        "False, True, True, UNHEALTHY"
    })
    void progressesDuringFirstRollout(String available, String progressing, String degraded, Health health) {
        clusterOperator(available, progressing, degraded);
        scene.server.edit(
                scene.server.stored(ObjectKey.ofCluster(ResourceKind.CLUSTER_OPERATOR, "cloud-controller-manager")),
                live -> live.fields().map("status").remove("versions"));

        assertThat(read().health()).isEqualTo(health);
    }

    @ParameterizedTest
    @CsvSource({
        "True, ReplicaSetUpdated, PROGRESSING, 'rolling out, 1/2 available'",
        "False, ProgressDeadlineExceeded, UNHEALTHY, 'stalled, 1/2 available'"
    })
    void waitsForRollout(String status, String reason, Health health, String state) {
        deployment(status, reason);

        Overview overview = read();

        assertThat(overview.health()).isEqualTo(health);
        assertThat(overview.waitsFor())
                .extracting(row -> row.get("message"))
                .containsExactly("Deployment " + MANAGED + "/" + CCM + ": " + state);
    }

    @Test
    void waitsForAvailableReplica() {
        KubernetesObject deployment = scene.server.stored(new ObjectKey(ResourceKind.DEPLOYMENT, MANAGED, CCM));
        scene.server.edit(deployment, live -> live.fields().map("status").put("availableReplicas", 0L));

        Overview overview = read();

        assertThat(overview.health()).isEqualTo(Health.PROGRESSING);
        assertThat(overview.waitsFor())
                .containsExactly(Map.of(
                        "kind", "Deployment",
                        "namespace", MANAGED,
                        "name", CCM,
                        "state", "rolled out",
                        "available", "0",
                        "desired", "2",
                        "message", "Deployment " + MANAGED + "/" + CCM + ": rolled out, 0/2 available"));
    }

    @Test
    void waitsForMissingObject() {
        scene.server.remove(new ObjectKey(ResourceKind.DEPLOYMENT, MANAGED, CCM));

        Overview overview = read();

        assertThat(overview.health()).isEqualTo(Health.UNHEALTHY);
        assertThat(overview.waitsFor())
                .extracting(row -> row.get("message"))
                .containsExactly("Deployment " + MANAGED + "/" + CCM + ": missing");
    }

    @ParameterizedTest
    @CsvSource({"'', 2029-12-31T23:59:50Z, has no holder", "host_1, 2029-12-31T23:57:00Z, has expired"})
    void waitsForLeader(String holder, String renewed, String reason) {
        lease(holder, renewed);

        Overview overview = read();

        assertThat(overview.health()).isEqualTo(Health.UNHEALTHY);
        assertThat(overview.waitsFor())
                .extracting(row -> row.get("message"))
                .containsExactly("a leader: Lease o/leader " + reason + "; see whether the Pod of the operator runs");
    }

    @Test
    void saysWhatIsWrongWithClusterOperatorThatDoesNotExist() {
        scene.server.remove(ObjectKey.ofCluster(ResourceKind.CLUSTER_OPERATOR, "cloud-controller-manager"));

        Overview overview = read();

        assertThat(overview.health()).isEqualTo(Health.UNHEALTHY);
        assertThat(overview.waitsFor())
                .extracting(row -> row.get("message"))
                .containsExactly("ClusterOperator cloud-controller-manager, which the operator creates when it leads");
    }

    @Test
    void isUnhealthyWhenNodeHasWaitedForTenMinutes() {
        node("ready", "{key: other, effect: NoSchedule}");
        node("late", "{key: other}, {key: node.cloudprovider.kubernetes.io/uninitialized, effect: NoSchedule}");
        node("young", "{key: node.cloudprovider.kubernetes.io/uninitialized, timeAdded: '2029-12-31T23:50:01Z'}");
        node("later", "{key: node.cloudprovider.kubernetes.io/uninitialized, timeAdded: '2029-12-31T20:00:00Z'}");

        Overview overview = read();

        assertThat(overview.health()).isEqualTo(Health.UNHEALTHY);
        assertThat(overview.waitsFor())
                .extracting(row -> row.get("message"))
                .containsExactly("the initialization of Node late, later; see the alert CCMNodeUninitialized");
        String message = "has the taint node.cloudprovider.kubernetes.io/uninitialized";
        assertThat(overview.cloud())
                .containsExactly(
                        waiting("later", "20:00:00Z", message),
                        waiting("late", "23:50:00Z", message),
                        waiting("young", "23:50:01Z", message));
    }

    private static Map<String, String> waiting(String node, String time, String message) {
        return Map.of("kind", "Node", "namespace", "", "name", node, "since", "2029-12-31T" + time, "message", message);
    }

    @Test
    void namesFirstOfManyLateNodes() {
        for (int i = 10; i < 25; i++) {
            node("n" + i, "{key: node.cloudprovider.kubernetes.io/uninitialized, effect: NoSchedule}");
        }

        assertThat(read().waitsFor())
                .extracting(row -> row.get("message"))
                .containsExactly(
                        "the initialization of Node n10, n11, n12, n13, n14, n15, n16, n17, n18, n19 and 5 others;"
                                + " see the alert CCMNodeUninitialized");
    }

    @Test
    void showsYoungNodeInHealthyCluster() {
        node("young", "{key: node.cloudprovider.kubernetes.io/uninitialized, timeAdded: '2029-12-31T23:50:01Z'}");

        Overview overview = read();

        assertThat(overview.health()).isEqualTo(Health.HEALTHY);
        assertThat(overview.waitsFor()).isEmpty();
        assertThat(overview.cloud()).extracting(row -> row.get("name")).containsExactly("young");
    }

    @Test
    void showsServicesWhoseLastAttemptFailed() {
        serviceEvent("web", "EnsuringLoadBalancer", "20:00:00", "23:00:00");
        serviceEvent("web", "SyncLoadBalancerFailed", "20:00:00", "21:00:00");
        serviceEvent("web", "EnsuredLoadBalancer", "22:00:00", "22:00:00");
        serviceEvent("web", "SyncLoadBalancerFailed", "22:30:00", "23:30:00");
        serviceEvent("web", "UpdateLoadBalancerFailed", "22:45:00", "23:00:00");
        serviceEvent("repaired", "DeleteLoadBalancerFailed", "20:00:00", "21:00:00");
        serviceEvent("repaired", "DeletedLoadBalancer", "21:00:00", "21:00:00");
        serviceEvent("nodes", "UnAvailableLoadBalancer", "20:00:00", "21:00:00");

        Overview overview = read();

        assertThat(overview.health()).isEqualTo(Health.HEALTHY);
        assertThat(overview.cloud())
                .containsExactly(Map.of(
                        "kind",
                        "Service",
                        "namespace",
                        "shop",
                        "name",
                        "web",
                        "since",
                        "2029-12-31T22:30:00Z",
                        "message",
                        "SyncLoadBalancerFailed: m of 23:30:00"));
    }

    @Test
    void namesMissingConfigurationAsSource() {
        scene.server.remove(configMap("openshift-config", "cloud"));

        assertThat(read().sources())
                .extracting(source -> source.get("source"))
                .contains("configmap openshift-config/cloud, named in the Infrastructure, does not exist");
    }

    @Test
    void namesOperatorThatIsNotInstalled() {
        lease("", "");
        scene.server.remove(OPERATOR);

        assertThat(read().waitsFor())
                .extracting(row -> row.get("message"))
                .containsExactly(
                        "a leader: Lease o/leader has no holder; Deployment o/operator does not exist: install the"
                                + " operator, or name its namespace with --operator-namespace");
    }

    @Test
    void namesSameCauseOnce() {
        clusterOperator("True", "True", "False");
        String cause = "bad";
        scene.server.edit(
                scene.server.stored(ObjectKey.ofCluster(ResourceKind.CLUSTER_OPERATOR, "cloud-controller-manager")),
                live -> live.tree().put("status", YamlText.tree("""
                        conditions:
                          - {type: Progressing, status: 'True', reason: RollingOut, message: '%s'}
                          - {type: CloudConfigControllerAvailable, status: 'False', message: bad}
                          - {type: TrustedCABundleControllerControllerAvailable, status: 'True'}
                        """.formatted(cause))));

        assertThat(read().waitsFor())
                .containsExactly(Map.of("type", "Progressing", "reason", "RollingOut", "message", cause));
    }

    @Test
    void failsWhenServerDoesNotAnswer() {
        scene.server.beforeRequest(request -> {
            throw new ApiException(ApiException.NO_ANSWER, "no answer", null);
        });

        assertThatThrownBy(this::read).isInstanceOf(ApiException.class).hasMessage("no answer");
    }
}
