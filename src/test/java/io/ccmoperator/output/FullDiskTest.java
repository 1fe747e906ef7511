// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Needs the right to mount; without it, the tests with impossible targets are the only ones. */
class FullDiskTest {
    @TempDir
    Path folder;

    private Path disk;

    @BeforeEach
    void mount() throws IOException, InterruptedException {
        disk = Files.createDirectory(folder.resolve("disk"));
        assumeTrue(
                isDone("mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", disk.toString()),
                "mounting a small file system is not permitted; run the tests as root");
    }

    @AfterEach
    void unmount() throws IOException, InterruptedException {
        isDone("umount", disk.toString());
    }

    @Test
    void changesNothingWhenDiskIsFull() throws IOException {
        Path kept = Files.writeString(disk.resolve("kept"), "old");
        Path large = disk.resolve("new/large");
        FolderSnapshot before = FolderSnapshot.of(disk);

        assertThatThrownBy(() -> new AtomicFiles()
                        .directory(large.getParent())
                        .write(kept, new byte[100])
                        .write(large, new byte[100_000])
                        .commit())
                .isInstanceOf(OutputException.class)
                .hasMessage(
                        "cannot write " + large + ": No space left on device; free space there, or name another place");
        assertThat(FolderSnapshot.of(disk)).isEqualTo(before);
    }

    @Test
    void changesNothingWhenDiskIsReadOnly() throws IOException, InterruptedException {
        Path kept = Files.writeString(disk.resolve("kept"), "old");
        assertThat(isDone("mount", "-o", "remount,ro", disk.toString())).isTrue();
        FolderSnapshot before = FolderSnapshot.of(disk);

        assertThatThrownBy(() -> new AtomicFiles().write(kept, new byte[100]).commit())
                .isInstanceOf(OutputException.class)
                .hasMessage("cannot write " + kept + ": Read-only file system; name another place");
        assertThatThrownBy(() -> new AtomicFiles().delete(kept).commit())
                .isInstanceOf(OutputException.class)
                .hasMessage("cannot delete " + kept + ": Read-only file system; name another place");
        assertThatThrownBy(
                        () -> new AtomicFiles().directory(disk.resolve("new")).commit())
                .isInstanceOf(OutputException.class)
                .hasMessage("cannot make the directory " + disk.resolve("new")
                        + ": Read-only file system; name another place");
        assertThat(FolderSnapshot.of(disk)).isEqualTo(before);
    }

    private static boolean isDone(String... command) throws InterruptedException {
        try {
            Process process = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            return process.waitFor() == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
