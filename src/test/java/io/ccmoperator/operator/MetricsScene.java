// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.monitoring.Scrape;
import io.ccmoperator.serving.tls.SamplePair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** An operator with metrics, in a cluster, and who reads them. */
abstract class MetricsScene extends OperatorScene {
    static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", "aws-cloud-controller-manager");

    /** When the cloud controller manager has last renewed its Lease, as a MicroTime; seconds since 1970: 1767323045. */
    static final String CONTROLLER_RENEWED = "2026-01-02T03:04:05.123456Z";

    @TempDir
    static Path folder;

    static Path certificates;
    static String reader;

    @BeforeAll
    static void start(@TempDir Path data) throws IOException {
        cluster = OpenShiftCluster.start(data);
        cluster.platform(Platform.AWS);
        certificates = Files.createDirectory(folder.resolve("certificates"));
        reader = MetricsReader.token(cluster, "default", "reader");
        cluster.apply(
                "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: cloud-controller-manager,"
                        + " namespace: openshift-cloud-controller-manager},"
                        + " spec: {holderIdentity: replica, renewTime: \"%s\"}}",
                CONTROLLER_RENEWED);
        operator = startOperator(Account.FIRST);
        cluster.awaitAvailable();
        await("the metrics").atMost(PATIENCE).until(() -> status(bearer(reader)) == 200);
    }

    static OperatorUnderTest startOperator(Account account) {
        return OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                List.of("*"),
                cluster.kubeconfig(account),
                Images.of(folder, "1").flag(),
                "--system-trust-bundle=" + systemBundle(),
                "--metrics-cert-dir=" + certificates);
    }

    static Path systemBundle() {
        try {
            return Files.writeString(
                    folder.resolve("system.pem"), SamplePair.rsa("system").certificatesPem());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    static String[] bearer(String token) {
        return new String[] {"Authorization", "Bearer " + token};
    }

    static int status(String... headers) {
        return Scrape.ask(operator.metricsPort(), headers).statusCode();
    }

    /** NaN where there is no such sample. */
    static double value(OperatorUnderTest process, String sample) {
        return Scrape.of(process.metricsPort(), reader).value(sample);
    }
}
