// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.certificates.Certificates;
import io.ccmoperator.faults.FaultyProxy;
import io.ccmoperator.faults.SeenRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the packaged program shares connections to the API server, and what it does when one of them ends. */
@RequiresApiServer
@Tag("packaged")
class ConnectionsIT {
    private static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", "aws-cloud-controller-manager");
    private static final KubernetesObject CLOUD_CONF = key("v1", "ConfigMap", "cloud-conf");

    private static final String CONFIGURATION = """
            apiVersion: v1
            kind: ConfigMap
            metadata: {name: cloud-provider-config, namespace: openshift-config}
            data: {config: "[Global]\\nZone = %s\\n"}
            """;

    /** In UTF-8 it is 120 KB. */
    private static final String TEXT = "größer 云控制器 🚀 ".repeat(4_000).strip();

    private static OpenShiftCluster cluster;

    @TempDir
    Path folder;

    @BeforeAll
    static void startCluster(@TempDir Path data) {
        cluster = OpenShiftCluster.start(data);
        cluster.infrastructure(
                "{platformSpec: {type: AWS}, cloudConfig: {name: cloud-provider-config, key: config}}",
                "platformStatus: {type: AWS, aws: {region: eu-central-1}}");
    }

    @BeforeEach
    void configure() {
        cluster.apply(CONFIGURATION, "value");
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @AfterEach
    void clear() {
        cluster.clear();
    }

    @Test
    void sharesOneConnectionAndFollowsTheServerToTheNext() throws IOException {
        try (FaultyProxy proxy = FaultyProxy.before(cluster.server());
                OperatorUnderTest operator = start(proxy)) {
            cluster.awaitAvailable();
            int watches = proxy.openWatches();
            assertThat(watches).isGreaterThan(15);
            assertThat(proxy.connectionsMade()).isEqualTo(1);

            proxy.goAway();
            repairs();
            assertThat(proxy.openWatches()).isEqualTo(watches);
            assertThat(proxy.connectionsMade()).isEqualTo(2);

            proxy.resetWatches(SeenRequest.ANY);
            repairs();
            await("watches on the second connection").atMost(PATIENCE).untilAsserted(() -> {
                assertThat(proxy.openWatches()).isEqualTo(watches);
                assertThat(proxy.connectionsMade()).isEqualTo(2);
            });
            assertThat(operator.log()).doesNotContain("ERROR");
        }
    }

    @Test
    void convergesWhileTheServerLeavesInTheMiddleOfInitialEvents() throws IOException {
        AtomicInteger left = new AtomicInteger();
        try (FaultyProxy proxy = FaultyProxy.before(cluster.server())) {
            proxy.beforeEvent(request -> request.query().contains("sendInitialEvents"), () -> {
                int event = left.getAndIncrement();
                if (event % 4 == 0 && event < 20) {
                    proxy.goAway();
                }
            });
            try (OperatorUnderTest operator = start(proxy)) {
                cluster.awaitAvailable();
                repairs();
                assertThat(left.get()).isGreaterThan(15);
                assertThat(operator.log()).doesNotContain("ERROR");
            }
        }
    }

    @Test
    void worksThroughProxyWithoutHttp2() throws IOException {
        try (FaultyProxy proxy = FaultyProxy.withoutHttp2(cluster.server());
                OperatorUnderTest operator = start(proxy)) {
            cluster.awaitAvailable();
            repairs();
            assertThat(proxy.connections()).isGreaterThan(15);
            assertThat(operator.log()).doesNotContain("ERROR");
        }
    }

    @Test
    void readsEventThatArrivesByteByByte() throws IOException {
        try (FaultyProxy proxy = FaultyProxy.before(cluster.server());
                OperatorUnderTest operator = start(proxy)) {
            cluster.awaitAvailable();
            proxy.crumbleEvents(request -> request.query().contains("cloud-provider-config"), 1);

            cluster.apply(CONFIGURATION, TEXT);

            await("the text in cloud-conf")
                    .atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(cluster.live(CLOUD_CONF)
                                    .fields()
                                    .map("data")
                                    .values())
                            .as(operator.log())
                            .anySatisfy(value ->
                                    assertThat(((String) value).contains(TEXT)).isTrue()));
            assertThat(operator.log()).doesNotContain("ERROR");
        }
    }

    private OperatorUnderTest start(FaultyProxy proxy) throws IOException {
        Path system = Files.writeString(folder.resolve("system.pem"), Certificates.pem("ca-5"));
        return OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                List.of("*"),
                "--kubeconfig=" + proxy.kubeconfig(),
                Images.of(folder, "1").flag(),
                "--system-trust-bundle=" + system);
    }

    private static void repairs() {
        Object before = cluster.live(DEPLOYMENT).fields().at("metadata", "uid");
        cluster.delete(DEPLOYMENT);
        await("another Deployment")
                .atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(cluster.live(DEPLOYMENT).fields().at("metadata", "uid"))
                                .isNotNull()
                                .isNotEqualTo(before));
    }
}
