// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.serving.tls.SamplePair;
import java.io.IOException;
import java.nio.file.Files;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Who gets the metrics of the packaged program, over which TLS, and what changes them. */
@RequiresApiServer
@Tag("packaged")
class MetricsIT extends MetricsScene {
    private static final String EXPIRING = "ccm_operator_trusted_ca_certificates{source=\"proxy\",state=\"expiring\"}";

    /** A process in which something has not happened yet may have no sample of it. */
    private static double count(String sample) {
        double value = value(operator, sample);
        return Double.isNaN(value) ? 0 : value;
    }

    private static void awaitMore(String sample, double than) {
        await(sample + " above " + than).atMost(PATIENCE).until(() -> value(operator, sample) > than);
    }

    @Test
    void countsWritesRequestsAndCorrections() {
        String corrections = "ccm_operator_drift_corrections_total{kind=\"Deployment\"}";
        String writes = "ccm_operator_resource_writes_total{action=\"create\",kind=\"Deployment\"}";
        String requests = "ccm_operator_api_requests_total{code=\"201\",verb=\"create\"}";
        double corrected = count(corrections);
        double written = count(writes);
        double requested = count(requests);

        cluster.delete(DEPLOYMENT);

        awaitMore(corrections, corrected);
        awaitMore(writes, written);
        awaitMore(requests, requested);
        cluster.awaitAvailable();
    }

    @Test
    void countsAuthoritiesThatExpireSoon() {
        assertThat(value(operator, EXPIRING)).isNotEqualTo(1);
        cluster.apply(new KubernetesObject(Map.of(
                "apiVersion",
                "v1",
                "kind",
                "ConfigMap",
                "metadata",
                Map.of("namespace", "openshift-config", "name", "user-ca-bundle"),
                "data",
                Map.of(
                        "ca-bundle.crt",
                        SamplePair.ec("ages", Instant.now().plus(Duration.ofDays(10)))
                                .certificatesPem()))));
        cluster.apply("{apiVersion: config.openshift.io/v1, kind: Proxy, metadata: {name: cluster},"
                + " spec: {trustedCA: {name: user-ca-bundle}}}");

        awaitMore(EXPIRING, 0);
    }

    @Test
    void reportsRenewalOfLeaseOfCloudControllerManager() {
        await("the Lease to be read")
                .atMost(PATIENCE)
                .until(() -> value(operator, "ccm_operator_ccm_lease_renew_timestamp_seconds") == 1767323045);
    }

    @Test
    void reportsWaitingForLeaseAndLeading() {
        assertThat(value(operator, "ccm_operator_leader")).isEqualTo(1);
        OperatorUnderTest second = startOperator(Account.SECOND);
        OperatorUnderTest first = operator;
        // Closed at the end, as the other tests' operator from now on.
        operator = second;
        await("the metrics of the other")
                .atMost(PATIENCE)
                .ignoreExceptions()
                .until(() -> value(second, "ccm_operator_leader") == 0);

        first.terminate();
        first.exitCode();
        first.close();

        await("the other to lead").atMost(PATIENCE).until(() -> value(second, "ccm_operator_leader") == 1);
    }

    @Test
    void countsFailureAndShowsItByCondition() throws IOException {
        String failures = "ccm_operator_reconciliations_total{controller=\"ccm\",result=\"terminal_failure\"}";
        String degraded = "ccm_operator_condition{reason=\"SyncingFailed\",status=\"True\",type=\"Degraded\"}";
        double failed = count(failures);

        Files.writeString(folder.resolve("images.json"), "{}");

        awaitMore(failures, failed);
        awaitMore(degraded, 0);
        Images.of(folder, "1");
        cluster.awaitAvailable();
        await("well again").atMost(PATIENCE).until(() -> Double.isNaN(value(operator, degraded)));
    }
}
