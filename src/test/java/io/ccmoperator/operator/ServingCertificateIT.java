// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.serving.tls.SamplePair;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A cluster whose certificate authority for Services comes after the cloud controller manager. */
@RequiresApiServer
@Tag("packaged")
class ServingCertificateIT {
    private static final List<String> SECRETS = List.of("cloud-controller-manager-tls", "cloud-node-manager-tls");

    @TempDir
    Path folder;

    private OpenShiftCluster cluster;
    private Workloads workloads;

    @BeforeEach
    void install(@TempDir Path data) {
        cluster = OpenShiftCluster.start(data);
        workloads = new Workloads(cluster.admin());
    }

    @AfterEach
    void stop() {
        cluster.close();
    }

    /** metadata.generation counts rollouts; 1 is the installation. */
    @ParameterizedTest(
            name = "{0}: one rollout without certificate, one for it, none for its renewal, one when it is deleted")
    @EnumSource(names = {"AWS", "AZURE"})
    void rollsOutOnceForCertificateAndNotForItsRenewal(Platform platform) throws IOException {
        cluster.platform(platform);
        cluster.syncControllersWork();
        try (OperatorUnderTest operator = start()) {
            cluster.awaitAvailable();
            assertThat(workloads.generations()).isNotEmpty().containsValues(1L);
            assertThat(flags()).noneMatch(flag -> flag.startsWith("--tls-cert-file"));

            issue(SamplePair.rsa("first").secretData());
            awaitGenerations(2);
            assertThat(flags())
                    .filteredOn(flag -> flag.startsWith("--tls-cert-file") || flag.startsWith("--tls-private-key-file"))
                    .hasSize(2 * workloads.generations().size());
            cluster.awaitAvailable();
            assertThat(operator.log()).doesNotContain("ERROR");
        }
        try (OperatorUnderTest restarted = start()) {
            restarted.awaitReady();
            issue(SamplePair.ec("renewed").secretData());
            // The deletion comes by the watch by which the renewal came, after it.
            SECRETS.forEach(name -> cluster.delete(key("v1", "Secret", name)));
            awaitGenerations(3);
            assertThat(flags()).noneMatch(flag -> flag.startsWith("--tls-cert-file"));
            cluster.awaitAvailable();
            assertThat(restarted.log()).doesNotContain("ERROR");
        }
    }

    private void awaitConditions(Predicate<String> messages) {
        await("the conditions").atMost(PATIENCE).until(() -> {
            workloads.rollOut();
            return messages.test(cluster.clusterOperator().fields().maps("status", "conditions").stream()
                    .map(condition -> String.valueOf(condition.get("message")))
                    .collect(Collectors.joining("\n")));
        });
    }

    private OperatorUnderTest start() throws IOException {
        return OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                cluster.kubeconfig(Account.FIRST),
                Images.of(folder, "1").flag());
    }

    /** A program that names files which do not fit ends when it starts. */
    @Test
    void servesNoCertificateThatDoesNotFitItsKey() throws IOException {
        cluster.platform(Platform.AWS);
        cluster.syncControllersWork();
        issue("{tls.crt: YQ==, tls.key: Yg==}");
        try (OperatorUnderTest operator = start()) {
            cluster.awaitAvailable();
            assertThat(flags()).noneMatch(flag -> flag.startsWith("--tls-cert-file"));
            awaitConditions(
                    said -> said.contains("Secret openshift-cloud-controller-manager/cloud-controller-manager-tls:"
                            + " tls.crt has no certificate in PEM"));

            issue(SamplePair.rsa("first").secretData());
            awaitGenerations(2);
            awaitConditions(said -> !said.contains("tls"));

            issue(SamplePair.ec("others").secretDataWithKeyOf(SamplePair.ec("renewed")));
            awaitGenerations(3);
            assertThat(flags()).noneMatch(flag -> flag.startsWith("--tls-cert-file"));
            awaitConditions(said -> said.contains("tls.key is not the key of the first certificate in tls.crt"));
            assertThat(operator.log()).doesNotContain("ERROR");
        }
    }

    private void issue(String data) {
        SECRETS.forEach(name -> cluster.input("Secret", name, "data: " + data));
    }

    private void awaitGenerations(long generation) {
        Predicate<Map<String, Long>> all = found -> found.values().stream().allMatch(value -> value >= generation);
        await("generation " + generation).atMost(PATIENCE).until(workloads::generations, all);
        assertThat(workloads.generations().values()).containsOnly(generation);
    }

    private List<String> flags() {
        return workloads.generations().keySet().stream()
                .map(name ->
                        cluster.live(key("apps/v1", name.endsWith("node-manager") ? "DaemonSet" : "Deployment", name)))
                .flatMap(workload -> workload.containers().stream())
                .flatMap(container -> ((List<?>) container.get("args")).stream())
                .map(String::valueOf)
                .collect(Collectors.toList());
    }
}
