// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import static io.ccmoperator.operator.OpenShiftCluster.PATIENCE;
import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ccmoperator.apiserver.Account;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.apiserver.ServiceAccountVolume;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.faults.FaultyProxy;
import io.ccmoperator.faults.SeenRequest;
import io.ccmoperator.faults.ServerIdentity;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The packaged program reads its token and the API server's certificate authority again when they are replaced, without a
 * restart: the previous credentials are rejected, and the program continues to reconcile.
 */
@RequiresApiServer
@Tag("packaged")
class CredentialsRotationIT {
    private static final KubernetesObject DEPLOYMENT = key("apps/v1", "Deployment", "aws-cloud-controller-manager");
    private static final Predicate<SeenRequest> WITH_FIRST = sent(Account.FIRST);

    @TempDir
    Path folder;

    private static OpenShiftCluster cluster;

    private FaultyProxy proxy;
    private ServiceAccountVolume volume;
    private String authorities;

    @BeforeAll
    static void startCluster(@TempDir Path data) {
        cluster = OpenShiftCluster.start(data);
        cluster.platform(Platform.AWS);
    }

    @AfterAll
    static void stopCluster() {
        cluster.close();
    }

    @BeforeEach
    void connect() throws IOException {
        cluster.syncControllersWork();
        proxy = FaultyProxy.before(cluster.server());
        authorities = Files.readString(cluster.server().certificate());
        volume = ServiceAccountVolume.create(folder.resolve("volume"), authorities, Account.FIRST.token());
    }

    @AfterEach
    void clear() {
        proxy.close();
        cluster.clear();
    }

    private static Predicate<SeenRequest> sent(Account account) {
        return request -> request.authorization().equals("Bearer " + account.token());
    }

    @Test
    void followsServiceAccountOfThePod() throws IOException {
        assumeTrue(ServiceAccountVolume.isMountable(), ServiceAccountVolume.NEEDS);
        try (OperatorUnderTest operator = OperatorUnderTest.startInPod(
                folder,
                OpenShiftCluster.VERSION,
                volume,
                proxy.address(),
                Images.of(folder, "1").flag())) {
            followsReplacedFiles(operator);
        }
    }

    @Test
    void followsFilesOfKubeconfig() throws IOException {
        Path kubeconfig = Files.writeString(folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: a
                contexts: [{name: a, context: {cluster: a, user: a}}]
                clusters: [{name: a, cluster: {server: "%s", certificate-authority: "%s"}}]
                users: [{name: a, user: {tokenFile: "%s"}}]
                """.formatted(
                        proxy.address(),
                        volume.folder().resolve("ca.crt"),
                        volume.folder().resolve("token")));
        try (OperatorUnderTest operator = OperatorUnderTest.start(
                folder,
                OpenShiftCluster.VERSION,
                "--kubeconfig=" + kubeconfig,
                Images.of(folder, "1").flag())) {
            followsReplacedFiles(operator);
        }
    }

    private void followsReplacedFiles(OperatorUnderTest operator) {
        cluster.awaitAvailable();
        long pid = operator.pid();

        ServerIdentity next = ServerIdentity.create(folder, "next");
        proxy.identify(next);
        operator.awaitLog("unreachable, retrying: TLS failed");
        authorities = read(next.certificate());
        volume.write(authorities, Account.FIRST.token());
        repairs();

        proxy.answer(WITH_FIRST, Integer.MAX_VALUE, 401);
        volume.write(authorities, Account.SECOND.token());
        proxy.cut();
        proxy.forget();
        repairs();
        assertThat(proxy.count(sent(Account.SECOND).and(SeenRequest::isWatch))).isPositive();

        operator.awaitReady();
        assertThat(operator.pid()).isEqualTo(pid);
    }

    private void repairs() {
        Object before = cluster.live(DEPLOYMENT).fields().at("metadata", "uid");
        cluster.delete(DEPLOYMENT);
        await("another Deployment")
                .atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(cluster.live(DEPLOYMENT).fields().at("metadata", "uid"))
                                .isNotNull()
                                .isNotEqualTo(before));
        cluster.awaitAvailable();
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
