// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFilesTest {
    private static final Set<PosixFilePermission> PRIVATE = PosixFilePermissions.fromString("rw-------");
    private static final Set<PosixFilePermission> OPEN = PosixFilePermissions.fromString("rw-rw-rw-");
    private static final String LEFTOVER = ".ccm-operator-3.tmp";
    private static final String IN_THE_WAY =
            "; remove the file that has the name of a directory, or name another place";

    @TempDir
    Path folder;

    @Test
    void makesDirectoriesWritesAndDeletesFiles() throws IOException {
        Path stale = Files.writeString(folder.resolve("stale"), "old");
        Path replaced = Files.writeString(folder.resolve("replaced"), "old");
        Path fresh = folder.resolve("a/b/fresh");

        new AtomicFiles()
                .directory(folder.resolve("a/b"))
                .directory(folder.resolve("empty"))
                .write(fresh, bytes("new"))
                .write(replaced, bytes("new as well"))
                .delete(stale)
                .delete(folder.resolve("never/was"))
                .commit();

        assertThat(FolderSnapshot.of(folder).entries()).containsOnlyKeys("a", "a/b", "a/b/fresh", "empty", "replaced");
        assertThat(fresh).hasContent("new");
        assertThat(replaced).hasContent("new as well");
    }

    @Test
    void setsRequestedModeDespiteUmaskAndModeOfReplacedFile() throws IOException {
        Path secret = Files.writeString(folder.resolve("secret"), "old");
        Files.setPosixFilePermissions(secret, OPEN);

        new AtomicFiles()
                .write(secret, bytes("new"), PRIVATE)
                .write(folder.resolve("open"), bytes("new"), OPEN)
                .commit();

        assertThat(Files.getPosixFilePermissions(secret)).isEqualTo(PRIVATE);
        assertThat(Files.getPosixFilePermissions(folder.resolve("open"))).isEqualTo(OPEN);
    }

    @Test
    void followsLinkToDirectoryAndReplacesLinkAsTarget() throws IOException {
        Path real = Files.createDirectory(folder.resolve("real"));
        Path other = Files.writeString(folder.resolve("other"), "stays");
        Path link = Files.createSymbolicLink(folder.resolve("link"), real);
        Files.createSymbolicLink(real.resolve("file"), other);

        new AtomicFiles()
                .directory(link)
                .write(link.resolve("file"), bytes("new"))
                .commit();

        assertThat(real.resolve("file")).isRegularFile().hasContent("new");
        assertThat(Files.isSymbolicLink(real.resolve("file"))).isFalse();
        assertThat(other).hasContent("stays");
    }

    @Test
    void resolvesRelativeTargetAgainstWorkingDirectory() throws IOException {
        Path name = Path.of("atomic-files-test-" + System.nanoTime());

        new AtomicFiles().write(name, bytes("new")).commit();

        assertThat(name.toAbsolutePath()).hasContent("new");
        new AtomicFiles().delete(name).commit();
        assertThat(name.toAbsolutePath()).doesNotExist();
    }

    @Test
    void removesOnlyTemporaryFilesOfKilledRun() throws IOException {
        Files.writeString(folder.resolve(LEFTOVER), "half");
        Files.writeString(folder.resolve(".ccm-operator-notes.tmp"), "of another program");

        new AtomicFiles().write(folder.resolve("file"), bytes("new")).commit();

        assertThat(FolderSnapshot.of(folder).entries()).containsOnlyKeys(".ccm-operator-notes.tmp", "file");
    }

    @Test
    void rejectsTargetThatWasAddedBefore() {
        AtomicFiles files = new AtomicFiles().write(folder.resolve("a"), bytes("x"));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> files.delete(folder.resolve("b/../a")))
                .withMessage(folder.resolve("b/../a") + " was added twice");
    }

    @Test
    void changesNothingWhenTargetIsDirectory() throws IOException {
        Files.createDirectory(folder.resolve("taken"));
        Files.writeString(folder.resolve("file"), "old");

        assertFails(
                new AtomicFiles()
                        .directory(folder.resolve("new"))
                        .write(folder.resolve("file"), bytes("new"))
                        .write(folder.resolve("taken"), bytes("new")),
                "cannot write " + folder.resolve("taken") + ": Is a directory; remove it, or name another place");
        assertFails(
                new AtomicFiles().delete(folder.resolve("taken")),
                "cannot delete " + folder.resolve("taken") + ": Is a directory; remove it, or name another place");
    }

    @Test
    void changesNothingWhenDirectoryIsMissing() throws IOException {
        Path file = folder.resolve("missing/file");

        assertFails(
                new AtomicFiles().write(folder.resolve("first"), bytes("x")).write(file, bytes("x")),
                "cannot write " + file + ": No such file or directory; name another place");
    }

    @Test
    void changesNothingWhenDirectoryIsFile() throws IOException {
        Files.writeString(folder.resolve("file"), "old");

        assertFails(
                new AtomicFiles().directory(folder.resolve("a/b")).directory(folder.resolve("file")),
                "cannot make the directory " + folder.resolve("file") + ": File exists" + IN_THE_WAY);
        assertFails(
                new AtomicFiles().directory(folder.resolve("a")).directory(folder.resolve("file/b")),
                "cannot make the directory " + folder.resolve("file/b") + ": File exists" + IN_THE_WAY);
        assertFails(
                new AtomicFiles().write(folder.resolve("file/b"), bytes("x")),
                "cannot write " + folder.resolve("file/b") + ": Not a directory" + IN_THE_WAY);
    }

    @Test
    void changesNothingWhenDirectoryIsNotWritable() throws IOException {
        Path closed = Files.createDirectory(folder.resolve("closed"));
        Files.setPosixFilePermissions(closed, PosixFilePermissions.fromString("r-xr-xr-x"));
        assumeFalse(Files.isWritable(closed), "root may write everywhere; run the tests as another user");

        assertFails(
                new AtomicFiles().write(folder.resolve("first"), bytes("x")).write(closed.resolve("file"), bytes("x")),
                "cannot write " + closed.resolve("file")
                        + ": Permission denied; change the permissions, or name another place");
    }

    /** What staging does not show. */
    @Test
    void namesWhatWasChangedWhenRenameFails() throws IOException {
        Path a = Files.writeString(folder.resolve("a"), "old");
        Path tooLong = folder.resolve("new").resolve("x".repeat(256));
        AtomicFiles files = new AtomicFiles().directory(tooLong.getParent());

        assertThatThrownBy(() -> files.write(a, bytes("new"))
                        .write(tooLong, bytes("x"))
                        .delete(folder.resolve("c"))
                        .commit())
                .isInstanceOf(OutputException.class)
                .hasMessage(
                        "cannot write " + tooLong + ": File name too long; name another place\nchanged before that: "
                                + a + "; run the command again");
        assertThat(FolderSnapshot.of(folder).entries()).containsOnlyKeys("a");
        assertThat(a).hasContent("new");
    }

    private void assertFails(AtomicFiles files, String message) throws IOException {
        FolderSnapshot before = FolderSnapshot.of(folder);
        assertThatThrownBy(files::commit).isInstanceOf(OutputException.class).hasMessage(message);
        assertThat(FolderSnapshot.of(folder)).isEqualTo(before);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
