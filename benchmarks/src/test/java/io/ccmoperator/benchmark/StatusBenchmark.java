// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.benchmark;

import static io.ccmoperator.YamlText.manifest;
import static io.ccmoperator.operator.OpenShiftCluster.accepted;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.JsonWriter;
import io.ccmoperator.operator.OpenShiftCluster;
import io.ccmoperator.operator.Platform;
import java.lang.ProcessBuilder.Redirect;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What {@code status} takes in a large cluster: prints time, most memory, exit code and the lines on nodes. Nodes are as kubelets report
 * them, with the images that they have, 15 KB each. System property: {@code status.nodes} (5,000).
 */
@RequiresApiServer
class StatusBenchmark {
    private static final int NODES = Integer.getInteger("status.nodes", 5_000);

    @TempDir
    Path folder;

    @Test
    void measure() throws Exception {
        try (OpenShiftCluster cluster = OpenShiftCluster.start(Files.createDirectory(folder.resolve("cluster")))) {
            cluster.platform(Platform.AWS);
            IntStream.range(0, NODES).parallel().forEach(i -> create(cluster, node(i)));
            Path kubeconfig = cluster.server().kubeconfig(cluster.server().uri());
            System.out.printf(
                    "a node has %d bytes%n",
                    JsonWriter.compact(accepted(cluster.admin().read(node(0))).object().tree())
                            .length());
            for (Program program : Program.selected()) {
                measure(program, List.of("status", "--kubeconfig=" + kubeconfig));
            }
        }
    }

    /** A server drops the status of an object that is created. */
    private static void create(OpenShiftCluster cluster, KubernetesObject node) {
        accepted(cluster.admin().create(node));
        accepted(cluster.admin().mergeStatus(node));
    }

    private void measure(Program program, List<String> arguments) throws Exception {
        Path output = folder.resolve("output.txt");
        long begin = System.nanoTime();
        Process process = new ProcessBuilder(program.command(arguments))
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(output.toFile()))
                .start();
        OptionalLong peak = OptionalLong.empty();
        OptionalLong now = ProcessUsage.peakKibibytes(process.pid());
        while (now.isPresent()) {
            peak = now;
            Thread.onSpinWait();
            now = ProcessUsage.peakKibibytes(process.pid());
        }
        int exitCode = process.waitFor();
        System.out.printf(
                "%-8s %d nodes: %.1f s, %.1f MB, exit code %d%n",
                program.label(),
                NODES,
                (System.nanoTime() - begin) / 1e9,
                peak.orElseThrow() * 1024 / 1e6,
                exitCode);
        Files.readString(output).lines().filter(line -> line.contains("ode")).limit(8).forEach(System.out::println);
    }

    /** One in a hundred waits for a cloud controller manager. */
    private static KubernetesObject node(int number) {
        KubernetesObject node = manifest("{apiVersion: v1, kind: Node, metadata: {name: node-%04d}}".formatted(number));
        node.tree()
                .put(
                        "spec",
                        number % 100 == 0
                                ? Map.of("taints", List.of(Map.of(
                                        "key", "node.cloudprovider.kubernetes.io/uninitialized",
                                        "value", "true",
                                        "effect", "NoSchedule")))
                                : Map.of("providerID", "aws:///zone/i-" + number));
        node.tree()
                .put(
                        "status",
                        Map.of(
                                "images",
                                IntStream.range(0, 50)
                                        .mapToObj(i -> Map.<String, Object>of(
                                                "names",
                                                List.of("registry.example.com/team/image-" + i + "@sha256:" + "a".repeat(64),
                                                        "registry.example.com/team/image-" + i + ":" + "b".repeat(60)),
                                                "sizeBytes",
                                                (long) (1 << 28) + i))
                                        .toList()));
        return node;
    }
}
