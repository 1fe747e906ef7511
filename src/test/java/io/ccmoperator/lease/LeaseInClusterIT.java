// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.ApiServer;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Elections on a real API server, with its validation, its locking and its watches, in seconds. */
@RequiresApiServer
class LeaseInClusterIT {
    private static final Duration TEN_SECONDS = Duration.ofSeconds(10);

    @TempDir
    static Path folder;

    private static final Vertx VERTX = Vertx.vertx();
    private static ApiServer process;
    private static Path kubeconfig;

    @BeforeAll
    static void start() throws IOException {
        process = ApiServer.start(folder);
        String address = FieldReader.of(process.admin()
                        .get("/api")
                        .object()
                        .fields()
                        .maps("serverAddressByClientCIDRs")
                        .get(0))
                .string("serverAddress");
        String token = Files.readString(folder.resolve("tokens.csv")).split(",")[0];
        kubeconfig = Files.writeString(
                folder.resolve("kubeconfig"), """
                apiVersion: v1
                kind: Config
                current-context: test
                contexts: [{name: test, context: {cluster: test, user: test}}]
                clusters: [{name: test, cluster: {server: "https://%s", certificate-authority: "%s"}}]
                users: [{name: test, user: {token: "%s"}}]
                """.formatted(address, folder.resolve("apiserver.crt"), token));
    }

    @AfterAll
    static void stop() throws Exception {
        VERTX.close().toCompletionStage().toCompletableFuture().get(10, TimeUnit.SECONDS);
        process.close();
    }

    @Test
    void takesReleasedLeaseLongBeforeRetryPeriod() throws Exception {
        LeaseSettings slow = settings("default", "released", 137, 107, 26);
        try (ProcessInCluster a = start(slow);
                ProcessInCluster b = process(slow)) {
            assertThat(a.nextTold()).isEqualTo("started");
            b.start();
            b.awaitWatch();

            assertThat(a.election.release(TEN_SECONDS)).isTrue();

            assertThat(b.nextTold()).isEqualTo("started");
            assertThat(a.election.isLeading()).isFalse();
            assertThat(spec(b, "leaseTransitions")).isEqualTo(1);
            assertThat(spec(b, "leaseDurationSeconds")).isEqualTo(137);
            assertThat(b.election.release(TEN_SECONDS)).isTrue();
            assertThat(spec(b, "leaseDurationSeconds")).isEqualTo(1);
        }
    }

    @Test
    void stopsLeadingWhenCutOffAndOtherProcessFollows() throws Exception {
        LeaseSettings quick = settings("default", "cut-off", 3, 2, 1);
        try (ProcessInCluster a = start(quick);
                ProcessInCluster b = process(quick)) {
            assertThat(a.nextTold()).isEqualTo("started");
            b.start();

            a.cutOff();

            assertThat(a.nextTold())
                    .isEqualTo(
                            "stopped: Lease default/cut-off is lost: it was not renewed for 2s; the last failure: cut off");
            assertThat(b.election.isLeading()).isFalse();
            assertThat(b.nextTold()).isEqualTo("started");
        }
    }

    @Test
    void findsNamespaceThatIsCreatedLater() throws Exception {
        try (ProcessInCluster a = start(settings("later", "lease", 3, 2, 1))) {
            assertThat(process.admin()
                            .create(YamlText.manifest("{apiVersion: v1, kind: Namespace, metadata: {name: later}}"))
                            .refusal())
                    .isEmpty();

            assertThat(a.nextTold()).isEqualTo("started");
        }
    }

    @Test
    void stopsLeadingAtOnceWhenWatchReportsOtherHolder() throws Exception {
        LeaseSettings slow = settings("default", "edited", 137, 107, 26);
        try (ProcessInCluster a = start(slow)) {
            assertThat(a.nextTold()).isEqualTo("started");
            a.awaitWatch();
            // Applied: a replacement would conflict with a renewal of the leader.
            assertThat(process.admin()
                            .apply(
                                    YamlText.manifest(
                                            "{apiVersion: coordination.k8s.io/v1, kind: Lease, metadata: {name: edited, namespace: default}, spec: {holderIdentity: b}}"))
                            .refusal())
                    .isEmpty();

            assertThat(a.nextTold()).isEqualTo("stopped: Lease default/edited is lost: it is held by b");
        }
    }

    @Test
    void recreatesDeletedLeaseAsLeader() throws Exception {
        LeaseSettings slow = settings("default", "deleted", 137, 107, 26);
        try (ProcessInCluster a = start(slow)) {
            assertThat(a.nextTold()).isEqualTo("started");
            a.awaitWatch();
            KubernetesObject before = a.server.get(slow.key()).orElseThrow();
            a.server.delete(slow.key(), before.fields().string("metadata", "uid"));

            a.awaitState(lease -> !lease.fields()
                    .string("metadata", "uid")
                    .equals(before.fields().string("metadata", "uid")));

            assertThat(a.election.isLeading()).isTrue();
            assertThat(spec(a, "holderIdentity")).isEqualTo(before.fields().at("spec", "holderIdentity"));
        }
    }

    private static Object spec(ProcessInCluster process, String field) {
        Object value = process.server
                .get(process.settings.key())
                .orElseThrow()
                .fields()
                .at("spec", field);
        return value instanceof Number number ? number.intValue() : value;
    }

    private static LeaseSettings settings(String namespace, String name, int duration, int deadline, int period) {
        return new LeaseSettings(
                true,
                Duration.ofSeconds(duration),
                Duration.ofSeconds(deadline),
                Duration.ofSeconds(period),
                namespace,
                name);
    }

    private static ProcessInCluster start(LeaseSettings settings) {
        ProcessInCluster started = process(settings);
        started.start();
        return started;
    }

    private static ProcessInCluster process(LeaseSettings settings) {
        return new ProcessInCluster(kubeconfig, VERTX, settings);
    }
}
