// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.build;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.deployment.GoodProvider;
import io.quarkus.bootstrap.classloading.ClassPathElement;
import io.quarkus.bootstrap.classloading.QuarkusClassLoader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Quarkus asks class path elements for the marker: a jar has it although it has neither classes nor folder entries. */
class ArchiveMarkerTest {
    @Test
    void addsMarkerToJarOfFilesAlone(@TempDir Path folder) throws IOException {
        Path jar = folder.resolve("pack.jar");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (Map.Entry<String, String> file : GoodProvider.fog().resources().entrySet()) {
                zip.putNextEntry(new ZipEntry(file.getKey()));
                zip.write(file.getValue().getBytes(StandardCharsets.UTF_8));
            }
        }
        ClassPathElement pack = ClassPathElement.fromPath(jar, true);
        try (QuarkusClassLoader loader = QuarkusClassLoader.builder(
                        "test", getClass().getClassLoader(), false)
                .addNormalPriorityElement(pack)
                .build()) {
            assertThat(loader.getElementsWithResource("providers", false)).contains(pack);
        }
    }
}
