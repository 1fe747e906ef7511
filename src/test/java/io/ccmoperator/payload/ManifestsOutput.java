// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.payload;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.YamlReader;
import io.quarkus.test.junit.main.LaunchResult;
import io.quarkus.test.junit.main.QuarkusMainLauncher;
import java.nio.file.Path;
import java.util.List;

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
}
