// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.payload;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.YamlReader;
import io.quarkus.test.junit.main.LaunchResult;
import io.quarkus.test.junit.main.QuarkusMainLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the packaged program would apply. */
final class ManifestsOutput {
    private ManifestsOutput() {}

    /** The objects for a cluster, in the order of applying. */
    static List<KubernetesObject> of(SampleCluster cluster, QuarkusMainLauncher program, Path folder) {
        LaunchResult result = program.launch(cluster.manifestsCommand(folder));
        assertThat(result.getErrorOutput()).isEmpty();
        assertThat(result.exitCode()).isZero();
        List<KubernetesObject> objects = YamlReader.read(result.getOutput()).stream()
                .map(document -> new KubernetesObject(document.map().orElseThrow()))
                .toList();
        assertThat(objects).isNotEmpty();
        return objects;
    }

    /** The static Pods of the bootstrap VM of a cluster. */
    static List<KubernetesObject> staticPods(SampleCluster cluster, QuarkusMainLauncher program, Path folder)
            throws IOException {
        LaunchResult result = program.launch(cluster.renderCommand(folder));
        assertThat(result.exitCode()).as(result.getErrorOutput()).isZero();
        try (Stream<Path> files = Files.list(folder.resolve("rendered/bootstrap"))) {
            List<KubernetesObject> pods = new ArrayList<>();
            for (Path file : files.toList()) {
                YamlReader.read(Files.readString(file))
                        .forEach(document ->
                                pods.add(new KubernetesObject(document.map().orElseThrow())));
            }
            return pods;
        }
    }
}
