// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.tree;
import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Manual changes while the operator runs, on the platform that has an object of nearly every kind. */
@RequiresApiServer
@Tag("packaged")
@Tag("genuine")
class DriftIT extends OperatorScene {
    private static final String CCM = "azure-cloud-controller-manager";
    private static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", CCM);
    private static final KubernetesObject DAEMON_SET = key("apps/v1", "DaemonSet", "azure-cloud-node-manager");
    private static final KubernetesObject SERVICE = key("v1", "Service", CCM);
    private static final KubernetesObject BUDGET = key("policy/v1", "PodDisruptionBudget", CCM);
    private static final KubernetesObject ROLE = key("rbac.authorization.k8s.io/v1", "ClusterRole", CCM);
    private static final KubernetesObject BINDING = key(
            "rbac.authorization.k8s.io/v1", "RoleBinding", "kube-system", "azure-cloud-provider:azure-cloud-provider");
    private static final String POLICY_NAME = "azure-load-balancer-tcp-idle-timeout-annotation-validation-policy";
    private static final KubernetesObject POLICY =
            key("admissionregistration.k8s.io/v1", "ValidatingAdmissionPolicy", POLICY_NAME);

    @BeforeAll
    static void start(@TempDir Path data, @TempDir Path folder) {
        cluster = OpenShiftCluster.start(data);
        cluster.platform(Platform.AZURE);
        cluster.syncControllersWork();
        operator = OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                cluster.kubeconfig(Account.FIRST),
                Images.of(folder, "1").flag());
        cluster.awaitAvailable();
    }

    static Stream<KubernetesObject> objects() {
        return Stream.of(DEPLOYMENT, DAEMON_SET, SERVICE, BUDGET, ROLE, BINDING, POLICY);
    }

    @ParameterizedTest
    @MethodSource("objects")
    void recreatesDeletedObjects(KubernetesObject object) {
        KubernetesObject before = cluster.live(object);
        cluster.delete(object);

        await("another " + object.display()).atMost(PATIENCE).until(() -> {
            KubernetesObject live = cluster.live(object);
            return !live.tree().isEmpty()
                    && !live.fields()
                            .string("metadata", "uid")
                            .equals(before.fields().string("metadata", "uid"));
        });
        await("the event")
                .atMost(PATIENCE)
                .until(() -> cluster.events("ResourceCreateSuccess", cluster.clusterOperator()).stream()
                        .anyMatch(message -> message.contains(object.name())));
    }

    static Stream<Arguments> edits() {
        return Stream.of(
                edit("a replica", DEPLOYMENT, o -> o.fields().map("spec").put("replicas", 1L)),
                edit("a container", DEPLOYMENT, o -> add(o, "containers", "{name: other, image: other}")),
                edit("a toleration", DEPLOYMENT, o -> add(o, "tolerations", "{operator: Exists, key: other}")),
                edit("an image", DAEMON_SET, o -> o.containers().get(0).put("image", "other")),
                edit("a container", DAEMON_SET, o -> add(o, "containers", "{name: other, image: other}")),
                edit("a period", DAEMON_SET, o -> o.fields().map("spec").put("minReadySeconds", 7L)),
                edit(
                        "a desired label",
                        DEPLOYMENT,
                        o -> o.fields().map("metadata", "labels").remove("app.kubernetes.io/managed-by")),
                edit("a default", DEPLOYMENT, o -> o.fields().map("spec").put("revisionHistoryLimit", 3L)),
                edit("a variable", DEPLOYMENT, o -> addToContainer(o, "env", "{name: A}")),
                edit(
                        "a limit",
                        DEPLOYMENT,
                        o -> o.containers().get(0).put("resources", tree("{limits: {cpu: 2000m}}"))),
                edit(
                        "a lifecycle",
                        DEPLOYMENT,
                        o -> o.containers().get(0).put("lifecycle", tree("{preStop: {exec: {command: [a]}}}"))),
                edit(
                        "a mount",
                        DAEMON_SET,
                        o -> addToContainer(o, "volumeMounts", "{name: host-etc-kube, mountPath: /b}")),
                edit(
                        "a strategy",
                        DAEMON_SET,
                        o -> o.fields()
                                .map("spec", "updateStrategy", "rollingUpdate")
                                .put("maxUnavailable", 1L)),
                edit("a port", SERVICE, o -> firstPort(o).put("port", 1L)),
                edit(
                        "a load balancer",
                        SERVICE,
                        o -> o.fields().map("spec").putAll(tree("{type: LoadBalancer, externalTrafficPolicy: Local}"))),
                edit(
                        "a selector",
                        SERVICE,
                        o -> o.fields().map("spec", "selector").put("x", "y")),
                edit("a budget", BUDGET, o -> o.fields().map("spec").put("minAvailable", 0L)),
                edit("rules", ROLE, o -> o.tree().put("rules", new ArrayList<>())),
                edit("subjects", BINDING, o -> o.tree().put("subjects", new ArrayList<>())),
                edit("a policy", POLICY, o -> o.fields().map("spec").put("failurePolicy", "Ignore")),
                edit(
                        "a condition",
                        POLICY,
                        o -> o.fields()
                                .map("spec")
                                .put("matchConditions", List.of(tree("{name: never, expression: 'false'}")))));
    }

    @ParameterizedTest(name = "{0} of {1}")
    @MethodSource("edits")
    void revertsChangesAndKeepsFieldsOfOthers(String what, KubernetesObject object, Consumer<KubernetesObject> change) {
        KubernetesObject before = cluster.live(object);

        cluster.edit(object, live -> {
            change.accept(live);
            metadata(live, "labels").put("of", "others");
            metadata(live, "annotations").put("of", "others");
        });

        await(what + " to be as before").atMost(PATIENCE).untilAsserted(() -> {
            KubernetesObject live = cluster.live(object);
            for (String member : List.of("spec", "rules", "subjects")) {
                assertThat(live.fields().at(member))
                        .as(member)
                        .isEqualTo(before.fields().at(member));
            }
            assertThat(live.fields().map("metadata", "labels"))
                    .containsAllEntriesOf(before.fields().map("metadata", "labels"));
            assertThat(live.fields().map("metadata", "labels")).containsEntry("of", "others");
            assertThat(live.fields().map("metadata", "annotations")).containsEntry("of", "others");
        });
        await("the event")
                .atMost(PATIENCE)
                .until(() -> !cluster.events("ResourceUpdateSuccess", object).isEmpty());
    }

    @Test
    void followsInputsOfWorkloadsAndReportsMissingOnes() {
        String before = hash();
        cluster.input("ConfigMap", "ccm-trusted-ca", "data: {key: other}");
        await("another hash").atMost(PATIENCE).until(() -> !before.equals(hash()) && !hash().isEmpty());

        cluster.delete(key("v1", "ConfigMap", "ccm-trusted-ca"));
        await("no hash").atMost(PATIENCE).until(() -> hash().isEmpty());
        await("the event")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(cluster.events("ConfigurationCheckFailed", DEPLOYMENT))
                        .anySatisfy(message -> assertThat(message).contains("ccm-trusted-ca")));

        cluster.input("ConfigMap", "ccm-trusted-ca", "data: {key: value}");
        await("the first hash").atMost(PATIENCE).until(() -> before.equals(hash()));
    }

    private static String hash() {
        return cluster.live(DEPLOYMENT)
                .fields()
                .string("spec", "template", "metadata", "annotations", "operator.openshift.io/config-hash");
    }

    private static Arguments edit(String what, KubernetesObject object, Consumer<KubernetesObject> change) {
        return Arguments.of(what, object, change);
    }

    @SuppressWarnings("unchecked")
    private static void add(KubernetesObject workload, String list, String item) {
        ((List<Object>) workload.podSpec().get(list)).add(tree(item));
    }

    @SuppressWarnings("unchecked")
    private static void addToContainer(KubernetesObject workload, String list, String item) {
        ((List<Object>) workload.containers().get(0).get(list)).add(tree(item));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> firstPort(KubernetesObject service) {
        return (Map<String, Object>) ((List<Object>) service.fields().at("spec", "ports")).get(0);
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> metadata(KubernetesObject live, String member) {
        return (Map<String, Object>)
                live.fields().map("metadata").computeIfAbsent(member, missing -> new LinkedHashMap<String, Object>());
    }
}
