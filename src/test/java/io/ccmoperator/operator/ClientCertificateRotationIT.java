// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.YamlText.manifest;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.ClientAuthority;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The certificate and the key that a kubeconfig names are replaced while the program runs, each before the former one expires. For
 * longer than usual: {@code -Drotation.seconds=30 -Drotation.times=10}.
 */
@RequiresApiServer
@Tag("packaged")
class ClientCertificateRotationIT {
    private static final Duration EVERY = Duration.ofSeconds(Integer.getInteger("rotation.seconds", 3));
    private static final int TIMES = Integer.getInteger("rotation.times", 4);

    @TempDir
    Path folder;

    @Test
    void failsNoRequestWhileCertificatesAreReplaced() throws Exception {
        ClientAuthority authority = ClientAuthority.create(folder);
        try (OpenShiftCluster cluster = OpenShiftCluster.startWith(
                Files.createDirectory(folder.resolve("server")), "--client-ca-file=" + authority.certificate())) {
            cluster.platform(Platform.AWS);
            issue(authority, 0);
            try (OperatorUnderTest operator = OperatorUnderTest.start(
                    folder,
                    OpenShiftCluster.VERSION,
                    List.of("*"),
                    "--kubeconfig=" + kubeconfig(cluster),
                    Images.of(folder, "1").flag(),
                    "--leader-elect-lease-duration=9s",
                    "--leader-elect-renew-deadline=6s",
                    "--leader-elect-retry-period=1s")) {
                operator.awaitReady();

                for (int i = 1; i <= TIMES; i++) {
                    issue(authority, i);
                    String next = "operator-" + i;
                    await("a request as " + next)
                            .pollDelay(EVERY)
                            .atMost(OpenShiftCluster.PATIENCE.plus(EVERY))
                            .until(() -> cluster.server().audit().users().contains(next));
                }
                KubernetesObject configuration =
                        manifest("{apiVersion: v1, kind: ConfigMap, metadata: {name: cloud-conf, namespace: %s}}"
                                .formatted(OpenShiftCluster.MANAGED));
                await("cloud-conf")
                        .atMost(OpenShiftCluster.PATIENCE)
                        .until(() -> cluster.admin().read(configuration).accepted());
                cluster.admin().delete(configuration);
                await("cloud-conf again")
                        .atMost(OpenShiftCluster.PATIENCE)
                        .until(() -> cluster.admin().read(configuration).accepted());

                assertThat(cluster.server().audit().users())
                        .as("401 has no user")
                        .doesNotContain("");
                assertThat(operator.log()).doesNotContain("unreachable", "Unauthorized");
            }
        }
    }

    private void issue(ClientAuthority authority, int number) {
        authority.issue(
                "operator-" + number,
                EVERY.multipliedBy(2).plusSeconds(3),
                folder.resolve("tls.crt"),
                folder.resolve("tls.key"));
    }

    private Path kubeconfig(OpenShiftCluster cluster) throws Exception {
        return Files.writeString(folder.resolve("kubeconfig"), """
                current-context: test
                contexts: [{name: test, context: {cluster: test, user: test}}]
                clusters: [{name: test, cluster: {server: "%s", certificate-authority: "%s"}}]
                users: [{name: test, user: {client-certificate: tls.crt, client-key: tls.key}}]
                """.formatted(
                        cluster.server().uri(), cluster.server().certificate()));
    }
}
