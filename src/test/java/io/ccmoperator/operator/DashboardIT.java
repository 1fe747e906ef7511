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
import io.ccmoperator.monitoring.Dashboard;
import io.ccmoperator.monitoring.Metric;
import io.ccmoperator.monitoring.OnPath;
import io.ccmoperator.monitoring.Prometheus;
import io.ccmoperator.monitoring.Promtool;
import io.ccmoperator.monitoring.Scrape;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The packaged operator, scraped by Prometheus as in a cluster of OpenShift, and what dashboards show of it. */
@RequiresApiServer
@Tag("packaged")
class DashboardIT {
    private static final String MONITORING = "openshift-monitoring";
    private static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", "aws-cloud-controller-manager");

    @TempDir
    Path scratch;

    private static OpenShiftCluster cluster;
    private static OperatorUnderTest operator;
    private static Prometheus prometheus;
    private static int metricsPort;
    private static String token;

    @BeforeAll
    static void start(@TempDir Path data, @TempDir Path folder, @TempDir Path prometheusFolder) throws IOException {
        OnPath.assumed("prometheus");
        cluster = OpenShiftCluster.start(data);
        trustOneCertificate();
        token = tokenOfPrometheus();
        cluster.apply("""
                apiVersion: ccmoperator.io/v1beta1
                kind: CloudControllerManager
                metadata: {name: cluster}
                spec: {logLevel: Normal}
                """);
        cluster.apply(
                "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: cloud-controller-manager,"
                        + " namespace: openshift-cloud-controller-manager},"
                        + " spec: {holderIdentity: replica, renewTime: \"%tFT%<tT.000000Z\"}}",
                OffsetDateTime.now(ZoneOffset.UTC));
        // Something to fail on.
        cluster.infrastructure("{}", "cpuPartitioning: None");
        operator = OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                List.of("*"),
                cluster.kubeconfig(Account.FIRST),
                Images.of(folder, "1").flag(),
                "--system-trust-bundle=" + Files.writeString(folder.resolve("system.pem"), pem("ca-5")));
        metricsPort = operator.metricsPort();
        prometheus = Prometheus.start(prometheusFolder, FreePort.next(), metricsPort, token);
        awaitValue("ccm_operator_reconciliations_total{result=\"terminal_failure\"} > 0");
        cluster.platform(Platform.AWS);
        cluster.awaitAvailable();
        cluster.delete(DEPLOYMENT);
        awaitValue("ccm_operator_drift_corrections_total{kind=\"Deployment\"} > 0");
        awaitValue("ccm_operator_ccm_lease_renew_timestamp_seconds > 0");
        cluster.awaitAvailable();
    }

    @AfterAll
    static void stop() {
        if (prometheus != null) {
            prometheus.close();
        }
        if (operator != null) {
            operator.close();
        }
        if (cluster != null) {
            cluster.close();
        }
    }

    /** Those of the operator; no cloud controller manager runs here. */
    static List<Dashboard.Panel> panels() {
        return Dashboard.ofConsole().panels().stream()
                .filter(Dashboard.Panel::isOfOperator)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("panels")
    void showsDataInEveryPanel(Dashboard.Panel panel) {
        assertThat(panel.queries())
                .isNotEmpty()
                // Long enough for all that has happened, so that quantiles are numbers.
                .allSatisfy(query -> awaitValue(query.expression().replace("$__rate_interval", "1h")));
    }

    @Test
    void showsHealthyState() {
        awaitValue("ccm_operator_condition{type=\"Available\",status=\"True\",reason=\"AsExpected\"} == 1");
        awaitValue("ccm_operator_condition{type=\"Degraded\",status=\"False\"} == 1");
        awaitValue("ccm_operator_leader == 1");
        awaitValue("ccm_operator_info{version=\"" + OpenShiftCluster.VERSION + "\",platform=\"AWS\"} == 1");
        awaitValue("ccm_operator_rollouts{state=\"complete\"} == 1");
        awaitValue("ccm_operator_trusted_ca_certificates{source=\"proxy\",state=\"valid\"} == 1");
    }

    @Test
    void firesNoAlertAndFailsNoRule() {
        await("the rules to be evaluated")
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(prometheus.rules())
                        .isNotEmpty()
                        .allSatisfy(rule ->
                                assertThat(rule.fields().string("health")).isEqualTo("ok")));
        assertThat(prometheus.query("ALERTS{alertstate=\"firing\"}")).isEmpty();
    }

    @Test
    void documentsEachMetricWithTypeAndLabels() {
        Scrape scrape = Scrape.of(metricsPort, token);
        Map<String, String> types = new TreeMap<>();
        Metric.documented().forEach((name, metric) -> types.put(name, metric.type()));
        Map<String, Set<String>> labels = scrape.labels();

        assertThat(scrape.types()).containsAllEntriesOf(types);
        assertThat(scrape.types().keySet())
                .filteredOn(name -> name.startsWith("ccm_operator_"))
                .containsExactlyInAnyOrderElementsOf(Metric.ofOperator().keySet());
        assertThat(Metric.documented())
                .allSatisfy(
                        (name, metric) -> assertThat(labels.get(name)).as(name).isEqualTo(metric.labels()));
    }

    @Test
    void passesLintOfPromtool() {
        // Micrometer's names of the process are not the operator's.
        byte[] text = Scrape.of(metricsPort, token)
                .text()
                .lines()
                .filter(line -> line.contains("ccm_operator_"))
                .map(line -> line + "\n")
                .collect(Collectors.joining())
                .getBytes(StandardCharsets.UTF_8);

        Promtool.Result verdict = Promtool.run(scratch, text, List.of("check", "metrics"));

        assertThat(verdict.output()).isEmpty();
        assertThat(verdict.exitCode()).isZero();
    }

    private static void awaitValue(String expression) {
        await(expression)
                .atMost(PATIENCE)
                .untilAsserted(() -> assertThat(prometheus.query(expression))
                        .as("the last scrape: '%s'", prometheus.scrapeFault())
                        .anyMatch(series -> !((List<?>) series.get("value")).contains("NaN")));
    }

    private static void trustOneCertificate() {
        cluster.apply(new KubernetesObject(Map.of(
                "apiVersion",
                "v1",
                "kind",
                "ConfigMap",
                "metadata",
                Map.of("namespace", "openshift-config", "name", "user-ca-bundle"),
                "data",
                Map.of("ca-bundle.crt", pem("ca-1")))));
        cluster.apply("{apiVersion: config.openshift.io/v1, kind: Proxy, metadata: {name: cluster},"
                + " spec: {trustedCA: {name: user-ca-bundle}}}");
    }

    /** The account of Prometheus, with what the monitoring stack of OpenShift grants it and nothing of ours. */
    private static String tokenOfPrometheus() {
        cluster.apply("{apiVersion: v1, kind: Namespace, metadata: {name: openshift-monitoring}}");
        return MetricsReader.token(cluster, MONITORING, "prometheus-k8s");
    }
}
