// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.certificates.Certificates.pem;
import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static io.ccmoperator.status.ConditionAssert.assertThatCondition;
import static io.ccmoperator.status.ConditionType.TRUSTED_CA_AVAILABLE;
import static io.ccmoperator.status.ConditionType.TRUSTED_CA_DEGRADED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The trust bundle, from the user's ConfigMaps and the system's file to ccm-trusted-ca. */
@RequiresApiServer
@Tag("packaged")
class TrustedCaIT extends OperatorScene {
    private static final KubernetesObject TRUSTED_CA = key("v1", "ConfigMap", "ccm-trusted-ca");
    private static final String WORKS = "Trusted CA Bundle Controller works as expected";

    private static Path system;

    @BeforeAll
    static void start(@TempDir Path data, @TempDir Path folder) throws IOException {
        system = Files.writeString(folder.resolve("system.pem"), pem("ca-5"));
        cluster = OpenShiftCluster.start(data);
        cluster.infrastructure(
                "{platformSpec: {type: AWS}, cloudConfig: {name: cloud-provider-config}}",
                "platformStatus: {type: AWS, aws: {region: eu-west-1}}");
        cluster.apply("{apiVersion: config.openshift.io/v1, kind: Proxy, metadata: {name: cluster},"
                + " spec: {trustedCA: {name: user-ca-bundle}}}");
        operator = OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                List.of("cloud-config", "trusted-ca"),
                cluster.kubeconfig(Account.FIRST),
                "--system-trust-bundle=" + system);
    }

    @BeforeEach
    void allIsWell() throws IOException {
        Files.writeString(system, pem("ca-5"));
        ofProxy(pem(List.of("ca-2", "ca-5")));
        ofCloud(pem(List.of("ca-1", "ca-2")));
        awaitBundle("ca-1", "ca-2", "ca-5");
        awaitCondition(WORKS);
    }

    private static void ofProxy(String bundle) {
        write("user-ca-bundle", Map.of("ca-bundle.crt", bundle));
    }

    private static void ofCloud(String bundle) {
        write("cloud-provider-config", Map.of("cloud.conf", "[Global]\n", "ca-bundle.pem", bundle));
    }

    private static void write(String name, Map<String, Object> data) {
        KubernetesObject configMap = key("v1", "ConfigMap", "openshift-config", name);
        configMap.tree().put("data", data);
        cluster.apply(configMap);
    }

    private static void awaitBundle(String... certificates) {
        await("the bundle")
                .atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(cluster.live(TRUSTED_CA).fields().string("data", "ca-bundle.crt"))
                                .as(operator.log())
                                .isEqualTo(pem(List.of(certificates))));
    }

    private static void awaitCondition(String message) {
        await(message).atMost(PATIENCE).untilAsserted(() -> {
            KubernetesObject live = cluster.clusterOperator();
            assertThatCondition(live, TRUSTED_CA_AVAILABLE)
                    .isTrue()
                    .hasReason("AsExpected")
                    .hasMessage(message);
            assertThatCondition(live, TRUSTED_CA_DEGRADED).isFalse().hasMessage(message);
        });
    }

    @Test
    void leavesInvalidBundleOutAndReportsItUntilFixed() {
        ofProxy(pem("ca-2") + "-----BEGIN CERTIFICATE-----\nMIIB\n");

        String left = "ConfigMap openshift-config/user-ca-bundle, key ca-bundle.crt, is left out: line "
                + (pem("ca-2").lines().count() + 1) + ": ";
        await("the condition")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(message()).startsWith(WORKS + ", but " + left));
        awaitBundle("ca-1", "ca-2", "ca-5");
        await("the event")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(cluster.events("TrustedCABundleCheckFailed", TRUSTED_CA))
                        .anyMatch(event -> event.startsWith(left)));

        ofProxy(pem("ca-3"));

        awaitBundle("ca-1", "ca-2", "ca-3", "ca-5");
        awaitCondition(WORKS);
    }

    private static String message() {
        return cluster.clusterOperator().fields().maps("status", "conditions").stream()
                .filter(condition -> TRUSTED_CA_AVAILABLE.value().equals(condition.get("type")))
                .map(condition -> String.valueOf(condition.get("message")))
                .findFirst()
                .orElse("");
    }

    @Test
    void leavesOutOnlyInvalidBundleOfCloud() {
        ofCloud("none");

        awaitBundle("ca-2", "ca-5");
        await("the condition")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(message())
                        .startsWith(WORKS + ", but ConfigMap " + OpenShiftCluster.MANAGED
                                + "/cloud-conf, key ca-bundle.pem, is left out: there is no certificate"));
    }

    @Test
    void followsFile() throws IOException {
        Files.writeString(system, pem(List.of("ca-4", "ca-6")));
        awaitBundle("ca-1", "ca-2", "ca-5", "ca-4", "ca-6");

        Files.delete(system);
        operator.awaitLog(system + ": does not exist");
        Files.writeString(system, pem("ca-3"));

        awaitBundle("ca-1", "ca-2", "ca-5", "ca-3");
    }

    @Test
    void restoresDeletedOrChangedBundleAndKeepsForeignLabels() {
        cluster.delete(TRUSTED_CA);
        awaitBundle("ca-1", "ca-2", "ca-5");

        cluster.edit(TRUSTED_CA, live -> {
            live.tree().put("data", Map.of("ca-bundle.crt", "none"));
            live.fields().map("metadata").put("labels", Map.of("theirs", "l"));
            live.fields().map("metadata").remove("annotations");
        });
        awaitBundle("ca-1", "ca-2", "ca-5");

        KubernetesObject live = cluster.live(TRUSTED_CA);
        assertThat(live.fields().map("metadata", "labels")).containsExactly(entry("theirs", "l"));
        assertThat(live.fields().map("metadata", "annotations"))
                .containsEntry("openshift.io/owning-component", "Cloud Compute / Cloud Controller Manager");
    }

    @Test
    void reportsHealthAtEndpoints() {
        operator.awaitReady();
        assertThat(operator.health("/healthz")).isEqualTo(200);
        assertThat(operator.log()).doesNotContain("ERROR");
    }
}
