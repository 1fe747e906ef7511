// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.scenario;

import static io.ccmoperator.YamlText.tree;
import static io.ccmoperator.scenario.Scenario.PATIENCE;
import static io.ccmoperator.scenario.Scenario.object;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.operator.Platform;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What other clients delete and edit, on the platform that has an object of nearly every kind. */
@Timeout(120)
class DriftTest {
    private static final String CCM = "azure-cloud-controller-manager";
    private static final KubernetesObject DEPLOYMENT = object("apps/v1", "Deployment", CCM);
    private static final KubernetesObject DAEMON_SET = object("apps/v1", "DaemonSet", "azure-cloud-node-manager");
    private static final KubernetesObject SERVICE = object("v1", "Service", CCM);
    private static final KubernetesObject BUDGET = object("policy/v1", "PodDisruptionBudget", CCM);
    private static final KubernetesObject ROLE = object("rbac.authorization.k8s.io/v1", "ClusterRole", "", CCM);
    private static final KubernetesObject BINDING = object(
            "rbac.authorization.k8s.io/v1", "RoleBinding", "kube-system", "azure-cloud-provider:azure-cloud-provider");
    private static final KubernetesObject POLICY = object(
            "admissionregistration.k8s.io/v1",
            "ValidatingAdmissionPolicy",
            "",
            "azure-load-balancer-tcp-idle-timeout-annotation-validation-policy");

    private static Scenario scenario;

    @BeforeAll
    static void start(@TempDir Path folder) {
        scenario = Scenario.start(new InMemoryServerResource(), Platform.AZURE, folder);
        scenario.awaitConverged(Platform.AZURE);
    }

    @AfterAll
    static void stop() {
        scenario.close();
    }

    static Stream<KubernetesObject> objects() {
        return Stream.of(DEPLOYMENT, DAEMON_SET, SERVICE, BUDGET, ROLE, BINDING, POLICY);
    }

    @ParameterizedTest
    @MethodSource("objects")
    void recreatesDeletedObject(KubernetesObject object) {
        KubernetesObject before = scenario.cluster().live(object);

        scenario.cluster().delete(object);

        await("another " + object.display())
                .atMost(PATIENCE)
                .until(() -> scenario.cluster()
                        .find(object)
                        .filter(live -> !live.fields()
                                .string("metadata", "uid")
                                .equals(before.fields().string("metadata", "uid")))
                        .isPresent());
        scenario.awaitAvailable();
    }

    static Stream<Arguments> edits() {
        return Stream.of(
                edit("replicas", DEPLOYMENT, o -> o.fields().map("spec").put("replicas", 1L)),
                edit("a container", DEPLOYMENT, o -> add(o, "containers", "{name: other, image: other}")),
                edit("a toleration", DEPLOYMENT, o -> add(o, "tolerations", "{operator: Exists, key: other}")),
                edit("a period", DAEMON_SET, o -> o.fields().map("spec").put("minReadySeconds", 7L)),
                edit(
                        "a desired label",
                        DEPLOYMENT,
                        o -> o.fields().map("metadata", "labels").remove("app.kubernetes.io/managed-by")),
                edit(
                        "a port",
                        SERVICE,
                        o -> o.fields().maps("spec", "ports").get(0).put("port", 1L)),
                edit("a budget", BUDGET, o -> o.fields().map("spec").put("minAvailable", 0L)),
                edit("rules", ROLE, o -> o.tree().put("rules", new ArrayList<>())),
                edit("subjects", BINDING, o -> o.tree().put("subjects", new ArrayList<>())),
                edit("a policy", POLICY, o -> o.fields().map("spec").put("failurePolicy", "Ignore")));
    }

    @ParameterizedTest(name = "{0} of {1}")
    @MethodSource("edits")
    void revertsEditAndKeepsLabelsOfOthers(String what, KubernetesObject object, Consumer<KubernetesObject> change) {
        KubernetesObject before = scenario.cluster().live(object);

        scenario.cluster().edit(object, live -> {
            change.accept(live);
            metadata(live, "labels").put("of", "others");
            metadata(live, "annotations").put("of", "others");
        });

        await(what + " to be reverted").atMost(PATIENCE).untilAsserted(() -> {
            KubernetesObject live = scenario.cluster().live(object);
            for (String field : List.of("spec", "rules", "subjects")) {
                assertThat(live.fields().at(field))
                        .as(field)
                        .isEqualTo(before.fields().at(field));
            }
            assertThat(live.fields().map("metadata", "labels"))
                    .containsAllEntriesOf(before.fields().map("metadata", "labels"));
            assertThat(live.fields().map("metadata", "labels")).containsEntry("of", "others");
            assertThat(live.fields().map("metadata", "annotations")).containsEntry("of", "others");
        });
        scenario.awaitAvailable();
    }

    private static Arguments edit(String what, KubernetesObject object, Consumer<KubernetesObject> change) {
        return Arguments.of(what, object, change);
    }

    @SuppressWarnings("unchecked")
    private static void add(KubernetesObject workload, String list, String item) {
        ((List<Object>) workload.podSpec().get(list)).add(tree(item));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> metadata(KubernetesObject live, String field) {
        return (Map<String, Object>)
                live.fields().map("metadata").computeIfAbsent(field, missing -> new LinkedHashMap<String, Object>());
    }
}
