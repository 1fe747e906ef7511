// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.status.ConditionType;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Objects that other clients own, or write as often as the operator does. */
@RequiresApiServer
@Tag("packaged")
class OtherClientsIT {
    private static final String CCM = "digitalocean-cloud-controller-manager";
    private static final KubernetesObject ROLE = key("rbac.authorization.k8s.io/v1", "ClusterRole", CCM);
    private static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", CCM);
    private static final KubernetesObject SERVICE = key("v1", "Service", "external-cloud-controller-manager");

    @TempDir
    Path folder;

    private OpenShiftCluster cluster;

    @BeforeEach
    void startCluster(@TempDir Path data) throws IOException {
        cluster = OpenShiftCluster.start(data);
        PackRoles.objects().forEach(cluster::apply);
        cluster.platform(Platform.DIGITAL_OCEAN);
        cluster.syncControllersWork();
    }

    @AfterEach
    void stopCluster() {
        cluster.close();
    }

    private OperatorUnderTest start() {
        return OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                cluster.kubeconfig(Account.FIRST),
                Images.of(folder, "1").flag());
    }

    @Test
    void leavesForeignClusterRoleAloneUntilItIsHandedOver() {
        KubernetesObject foreign = YamlText.manifest("""
                apiVersion: rbac.authorization.k8s.io/v1
                kind: ClusterRole
                metadata: {name: %s, labels: {app.kubernetes.io/managed-by: another}}
                rules: [{apiGroups: [""], resources: [pods], verbs: [get]}]
                """.formatted(CCM));
        cluster.apply(foreign);
        KubernetesObject before = cluster.live(ROLE);
        try (OperatorUnderTest operator = start()) {
            await("the event")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(cluster.events("ResourceNotOwned", ROLE))
                            .as(operator.log())
                            .singleElement()
                            .asString()
                            .contains(
                                    "ClusterRole " + CCM + " exists and does not belong to the operator",
                                    "app.kubernetes.io/managed-by=ccm-operator"));
            assertThat(operator.log()).contains("ClusterRole " + CCM + " exists and does not belong");
            await("the other objects")
                    .atMost(PATIENCE)
                    .until(() -> !cluster.live(SERVICE).tree().isEmpty());
            assertThat(cluster.live(ROLE)).isEqualTo(before);

            cluster.edit(
                    ROLE,
                    live -> live.fields()
                            .map("metadata", "labels")
                            .put("app.kubernetes.io/managed-by", "ccm-operator"));

            cluster.awaitAvailable();
            assertThat(cluster.live(ROLE).fields().at("rules"))
                    .isNotEqualTo(before.fields().at("rules"));
        }
    }

    @Test
    void delaysCorrectionsWhenAnotherClientKeepsOverwritingObject() {
        try (OperatorUnderTest operator = start()) {
            cluster.awaitAvailable();
            for (int correction = 0; correction <= 10; correction++) {
                overwriteAndAwaitCorrection();
            }
            await("the event")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(cluster.events("ResourceContested", cluster.live(SERVICE)))
                            .as(operator.log())
                            .singleElement()
                            .asString()
                            .contains("Service", "had to be corrected more than 10 times within a minute"));

            long since = System.nanoTime();
            overwriteAndAwaitCorrection();

            assertThat(Duration.ofNanos(System.nanoTime() - since))
                    .as("the first backoff is 5 s, a part of which may have passed")
                    .isGreaterThan(Duration.ofSeconds(1));
            await("the warning in the condition")
                    .atMost(PATIENCE)
                    .until(() ->
                            cluster.clusterOperator().tree().toString().contains("another client keeps overwriting"));
        }
    }

    /** Each change replaces Pods. */
    @Test
    @Tag("genuine")
    void isNotReadyWhileChangeOfWorkloadIsPostponed() {
        KubernetesObject object = YamlText.manifest("{apiVersion: ccmoperator.io/v1beta1, kind: CloudControllerManager,"
                + " metadata: {name: cluster}, spec: {logLevel: Normal}}");
        cluster.apply(object);
        try (OperatorUnderTest operator = start()) {
            cluster.awaitAvailable();
            for (int change = 0; change <= 10; change++) {
                long generation = generation(DEPLOYMENT);
                changeLevel(object, change);
                await("the change")
                        .atMost(PATIENCE)
                        .pollInterval(Duration.ofMillis(20))
                        .until(() -> generation(DEPLOYMENT) > generation);
            }
            cluster.awaitAvailable();
            long generation = generation(DEPLOYMENT);

            changeLevel(object, 11);

            await("the condition")
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofMillis(20))
                    .untilAsserted(() -> assertThatCondition(cluster.live(object), ConditionType.PROGRESSING)
                            .isTrue()
                            .hasMessageStartingWith(
                                    "Changing Deployment " + OpenShiftCluster.MANAGED + "/" + CCM + " at "));
            assertThatCondition(cluster.live(object), ConditionType.READY)
                    .isAbout(generation(object))
                    .isFalse();
            assertThat(generation(DEPLOYMENT)).as(operator.log()).isEqualTo(generation);
            await("the change").atMost(PATIENCE).until(() -> generation(DEPLOYMENT) == generation + 1);
        }
    }

    private void changeLevel(KubernetesObject object, int change) {
        cluster.edit(object, live -> live.fields().map("spec").put("logLevel", change % 2 == 0 ? "Debug" : "Trace"));
    }

    private long generation(KubernetesObject object) {
        return cluster.live(object).fields().number("metadata", "generation").orElse(0L);
    }

    private void overwriteAndAwaitCorrection() {
        cluster.edit(SERVICE, live -> live.tree().put("spec", overwritten(live)));
        await("the correction")
                .atMost(PATIENCE)
                .pollInterval(Duration.ofMillis(20))
                .until(() -> !cluster.live(SERVICE)
                        .fields()
                        .string("spec", "selector", "other")
                        .equals("client"));
    }

    private static LinkedHashMap<String, Object> overwritten(KubernetesObject live) {
        LinkedHashMap<String, Object> spec = new LinkedHashMap<>(live.fields().map("spec"));
        LinkedHashMap<String, Object> selector =
                new LinkedHashMap<>(live.fields().map("spec", "selector"));
        selector.put("other", "client");
        spec.put("selector", selector);
        return spec;
    }
}
