// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.certificates.Certificates.pem;
import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.FreePort;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.monitoring.OnPath;
import io.ccmoperator.monitoring.Prometheus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Records what Prometheus scrapes of the packaged operator while it fails, rolls out, corrects drift and is restarted, for {@code
 * docs/dashboards/draw}. System properties: {@code recording.folder}, an empty directory for the data of Prometheus and a file
 * {@code times} with the first and the last second of the recording; {@code recording.seconds}, 240 without it.
 */
@RequiresApiServer
class DashboardRecording {
    private static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", "aws-cloud-controller-manager");

    private final Path recording = Path.of(System.getProperty("recording.folder", "target/dashboards/recording"));
    private final Duration length = Duration.ofSeconds(Integer.getInteger("recording.seconds", 240));

    private Prometheus prometheus;

    @Test
    void recordsWorkOfOperator(@TempDir Path data, @TempDir Path folder) throws IOException {
        OnPath.assumed("prometheus");
        Files.createDirectories(recording);
        Instant start = Instant.now();

        try (OpenShiftCluster cluster = OpenShiftCluster.start(data)) {
            cluster.apply("{apiVersion: v1, kind: Namespace, metadata: {name: openshift-monitoring}}");
            String token = MetricsReader.token(cluster, "openshift-monitoring", "prometheus-k8s");
            Images images = Images.of(folder, "1");
            // Something to fail on.
            cluster.infrastructure("{}", "cpuPartitioning: None");
            try (OperatorUnderTest operator = operator(cluster, folder, images)) {
                scrape(operator, token);
                awaitValue("ccm_operator_reconciliations_total{result=\"terminal_failure\"} > 0");
                recordUntil(start, 0.2);
                cluster.platform(Platform.AWS);
                cluster.awaitAvailable();
                recordUntil(start, 0.4);
                cluster.delete(DEPLOYMENT);
                awaitValue("ccm_operator_drift_corrections_total{kind=\"Deployment\"} > 0");
                cluster.awaitAvailable();
                recordUntil(start, 0.55);
                images.write(Images.all("2"));
                awaitValue("ccm_operator_rollouts{state=\"progressing\"} > 0");
                cluster.awaitAvailable();
                recordUntil(start, 0.7);
                assertThat(operator.health("/readyz")).isEqualTo(200);
            }
            try (OperatorUnderTest operator = operator(cluster, folder, images)) {
                // The same data, another port.
                prometheus.close();
                scrape(operator, token);
                awaitValue("ccm_operator_leader == 1");
                recordUntil(start, 1);
                awaitValue("ccm_operator_leader == 1");
                assertThat(operator.health("/readyz")).isEqualTo(200);
            }
        } finally {
            if (prometheus != null) {
                prometheus.close();
            }
        }

        Files.writeString(
                recording.resolve("times"),
                start.getEpochSecond() + " " + Instant.now().getEpochSecond() + "\n");
    }

    private OperatorUnderTest operator(OpenShiftCluster cluster, Path folder, Images images) throws IOException {
        return OperatorUnderTest.start(
                Files.createTempDirectory(folder, "operator"),
                OpenShiftCluster.VERSION,
                List.of("*"),
                cluster.kubeconfig(Account.FIRST),
                images.flag(),
                "--system-trust-bundle=" + Files.writeString(folder.resolve("system.pem"), pem("ca-5")));
    }

    private void scrape(OperatorUnderTest operator, String token) {
        prometheus = Prometheus.start(recording.toAbsolutePath(), FreePort.next(), operator.metricsPort(), token);
    }

    /** Waits for the data of this part of the recording. */
    private void recordUntil(Instant start, double part) {
        Instant end = start.plus(Duration.ofMillis((long) (length.toMillis() * part)));
        await("data until " + end)
                .atMost(length.plus(PATIENCE))
                .until(() -> !prometheus
                        .query("timestamp(up) >= " + end.getEpochSecond())
                        .isEmpty());
    }

    private void awaitValue(String expression) {
        await(expression)
                .atMost(PATIENCE)
                .until(() -> !prometheus.query(expression).isEmpty());
    }
}
