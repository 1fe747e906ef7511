// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import static io.ccmoperator.operator.OpenShiftCluster.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.operator.Platform;
import io.ccmoperator.perturbation.WatchedCluster.Outcome;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What users and other clients change in a cluster that works is one rollout at most, and when it is there the operator is silent: the
 * server's audit log has no write of it but renewals of the Lease for 30 s, and Available and Degraded have not changed meanwhile, nor has Ready but for the rollout. Scenarios
 * that need no other one before them run in clusters of their own, at the same time.
 */
@RequiresApiServer
@Tag("packaged")
@Tag("genuine")
@Tag("once")
class SilenceIT {
    private static final KubernetesObject AWS = key("apps/v1", "Deployment", "aws-cloud-controller-manager");
    private static final KubernetesObject AZURE = key("apps/v1", "Deployment", "azure-cloud-controller-manager");
    private static final KubernetesObject NODE_MANAGER = key("apps/v1", "DaemonSet", "azure-cloud-node-manager");

    private static final String SEVEN_SYNCS =
            "controllerManager: {args: [{name: concurrent-service-syncs, value: '7'}]}";

    @TempDir
    Path folder;

    @Test
    void isSilentOnceConverged() {
        List<Scenarios> streets = List.of(this::configuration, this::releases, this::otherClients, this::kubernetes);
        ExecutorService threads = Executors.newFixedThreadPool(streets.size());
        try {
            CompletableFuture.allOf(streets.stream()
                            .map(street -> CompletableFuture.runAsync(() -> run(street), threads))
                            .toArray(CompletableFuture[]::new))
                    .join();
        } finally {
            threads.shutdownNow();
        }
    }

    private interface Scenarios {
        void run() throws IOException;
    }

    private static void run(Scenarios scenarios) {
        try {
            scenarios.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void configuration() throws IOException {
        try (WatchedCluster cluster = WatchedCluster.install(folder.resolve("configuration"), Platform.AWS, AWS)) {
            assertOneRollout(
                    "edit of cloud.conf",
                    cluster.after(
                            "edit of cloud.conf",
                            () -> cluster.configure("[Global]\nZone = second\n"),
                            () -> cluster.mounts("second") && cluster.hasOneCopy()));
            assertOneRollout(
                    "edit back",
                    cluster.after(
                            "edit back",
                            () -> cluster.configure("[Global]\nZone = first\n"),
                            () -> cluster.mounts("first") && cluster.hasOneCopy()));
            assertOneRollout(
                    "override",
                    cluster.after(
                            "override",
                            () -> cluster.describe(SEVEN_SYNCS),
                            () -> args(cluster).contains("--concurrent-service-syncs=7")));
        }
    }

    private void releases() throws IOException {
        try (WatchedCluster cluster = WatchedCluster.install(folder.resolve("releases"), Platform.AWS, AWS)) {
            assertOneRollout(
                    "another image",
                    cluster.after("another image", () -> cluster.images("2"), () -> hasImage(cluster)));

            Outcome restart = cluster.after(
                    "rollout restart", () -> cluster.kubectl("rollout", "restart", target(AWS)), () -> true);
            assertThat(print("rollout restart", restart).rollouts())
                    .as("that of kubectl")
                    .isEqualTo(1);
            assertThat(restart.ofWorkloads()).isZero();

            // To before the restart, which is as good, and then to the former image, which is not.
            cluster.kubectl("rollout", "undo", target(AWS));
            cluster.awaitConverged("rollout undo of the restart", () -> true);
            Outcome undo = cluster.after(
                    "rollout undo",
                    () -> cluster.kubectl("rollout", "undo", "--to-revision=1", target(AWS)),
                    () -> hasImage(cluster));
            assertThat(print("rollout undo", undo).rollouts())
                    .as("that of kubectl, and the way back")
                    .isLessThanOrEqualTo(2);
            assertThat(undo.ofWorkloads()).as("the way back").isEqualTo(1);
        }
    }

    private void otherClients() throws IOException {
        try (WatchedCluster cluster =
                WatchedCluster.install(folder.resolve("others"), Platform.AZURE, AZURE, NODE_MANAGER)) {
            Outcome metadata = cluster.after(
                    "annotate and label",
                    () -> Stream.of(AZURE, NODE_MANAGER).forEach(workload -> {
                        cluster.kubectl("annotate", target(workload), "of=others");
                        cluster.kubectl("label", target(workload), "of=others");
                    }),
                    () -> Stream.of(AZURE, NODE_MANAGER)
                            .map(cluster::live)
                            .allMatch(live -> live.fields()
                                            .map("metadata", "annotations")
                                            .containsKey("of")
                                    && live.fields().map("metadata", "labels").containsKey("of")));
            assertThat(print("annotate and label", metadata).rollouts()).isZero();
            assertThat(metadata.ofWorkloads()).isZero();

            Outcome restart = cluster.after(
                    "rollout restart of the DaemonSet",
                    () -> cluster.kubectl("rollout", "restart", target(NODE_MANAGER)),
                    () -> true);
            assertThat(print("rollout restart of the DaemonSet", restart).rollouts())
                    .as("that of kubectl")
                    .isEqualTo(1);
            assertThat(restart.ofWorkloads()).isZero();
        }
    }

    /** Users there wait for Ready: it is as steady as what it sums up. */
    private void kubernetes() throws IOException {
        String described = "cluster: {provider: aws, name: sample-1}";
        try (WatchedCluster cluster =
                WatchedCluster.installOnKubernetes(folder.resolve("kubernetes"), described, AWS)) {
            Outcome override = cluster.after(
                    "override on Kubernetes",
                    () -> cluster.describe(described + ", " + SEVEN_SYNCS),
                    () -> args(cluster).contains("--concurrent-service-syncs=7"));
            assertOneRollout("override on Kubernetes", override);
            assertThat(override.ready()).as("Ready, during an override").containsExactly("True", "False", "True");

            Outcome metadata = cluster.after(
                    "annotate and label on Kubernetes",
                    () -> {
                        cluster.kubectl("annotate", target(AWS), "of=others");
                        cluster.kubectl("label", target(AWS), "of=others");
                    },
                    () -> cluster.live(AWS).fields().map("metadata", "labels").containsKey("of"));
            assertThat(print("annotate and label on Kubernetes", metadata).rollouts())
                    .isZero();
            assertThat(metadata.ofWorkloads()).isZero();
            // The controller has to see another generation first.
            assertThat(metadata.ready())
                    .as("Ready, after an annotation of others")
                    .containsExactlyElementsOf(metadata.progressing().stream()
                            .map(status -> status.equals("True") ? "False" : "True")
                            .toList());
        }
    }

    private static void assertOneRollout(String what, Outcome outcome) {
        print(what, outcome);
        assertThat(outcome.rollouts()).as(what).isEqualTo(1);
        assertThat(outcome.ofWorkloads()).as(what).isEqualTo(1);
        assertThat(outcome.progressing()).as(what).containsExactly("False", "True", "False");
    }

    private static Outcome print(String what, Outcome outcome) {
        System.out.printf(
                "%s: %d writes, %d of workloads, generation +%d, rollouts +%d, then in 30 s %d writes%n",
                what,
                outcome.writes(),
                outcome.ofWorkloads(),
                outcome.generations(),
                outcome.rollouts(),
                outcome.later().size());
        return outcome;
    }

    private static List<String> args(WatchedCluster cluster) {
        return container(cluster).strings("args");
    }

    private static boolean hasImage(WatchedCluster cluster) {
        return container(cluster).string("image").endsWith(":2");
    }

    private static FieldReader container(WatchedCluster cluster) {
        return cluster.podSpec().items("containers").get(0);
    }

    private static String target(KubernetesObject workload) {
        return workload.kind() + "/" + workload.name();
    }
}
