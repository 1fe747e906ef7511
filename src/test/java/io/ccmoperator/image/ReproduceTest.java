// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.image;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.monitoring.OnPath;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How the script that builds twice compares the results. */
class ReproduceTest {
    @TempDir
    Path folder;

    @Test
    void findsSameBytes() throws IOException {
        write("one/lib/a", "1");
        write("other/lib/a", "1");

        assertThat(compare()).isEqualTo("0: 1 of 1 files have the same bytes\n");
    }

    @Test
    void namesEntriesOfJarThatDiffer() throws IOException {
        OnPath.assumed("unzip", "unzip");
        write("one/same", "1");
        write("other/same", "1");
        jar("one/lib/a.jar", "A.class", "1", "B.class", "1");
        jar("other/lib/a.jar", "A.class", "2", "B.class", "1", "C.class", "1");

        assertThat(compare()).isEqualTo("""
                1: differs: lib/a.jar
                  A.class
                  C.class  in one of them only
                1 of 2 files have the same bytes
                """);
    }

    @Test
    void namesFileThatOneFolderHas() throws IOException {
        write("one/a", "1");
        write("other/a", "2");
        write("other/b", "1");

        assertThat(compare()).isEqualTo("""
                1: differs: a
                in one folder only: b
                0 of 2 files have the same bytes
                """);
    }

    @Test
    void refusesFolderThatDoesNotExist() throws IOException {
        write("one/a", "1");

        assertThat(compare()).startsWith("2: error: " + folder.resolve("other") + " does not exist\n");
    }

    private String compare() throws IOException {
        Process process = new ProcessBuilder(List.of(
                        PayloadFolder.project()
                                .resolve("src/main/docker/reproduce")
                                .toString(),
                        "--compare",
                        folder.resolve("one").toString(),
                        folder.resolve("other").toString()))
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        try {
            return process.waitFor() + ": " + output;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private void write(String name, String content) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, content);
    }

    private void jar(String name, String... entries) throws IOException {
        write(name, "");
        try (OutputStream file = Files.newOutputStream(folder.resolve(name));
                ZipOutputStream jar = new ZipOutputStream(file)) {
            for (int i = 0; i < entries.length; i += 2) {
                jar.putNextEntry(new ZipEntry(entries[i]));
                jar.write(entries[i + 1].getBytes(StandardCharsets.UTF_8));
            }
        }
    }
}
