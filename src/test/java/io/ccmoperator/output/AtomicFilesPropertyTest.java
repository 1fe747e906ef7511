// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;

class AtomicFilesPropertyTest {
    private static final Set<PosixFilePermission> OWNERS = PosixFilePermissions.fromString("rwx------");

    /** One target: its content before, and the content to write; null: the file does not exist, or is deleted. */
    record Target(String name, String before, String after) {}

    @Provide
    Arbitrary<List<Target>> targets() {
        Arbitrary<String> names = Arbitraries.of("a", "b", "c", "old/a", "old/b", "new/a", "new/deep/a", "new/deep/b");
        Arbitrary<String> contents = Arbitraries.of("", "one", "two").injectNull(0.3);
        return Combinators.combine(names, contents, contents)
                .as(Target::new)
                .list()
                .ofMaxSize(6)
                .uniqueElements(Target::name);
    }

    @Property(tries = 40)
    void makesAllChanges(@ForAll("targets") List<Target> targets) throws IOException {
        Path folder = prepare(targets);

        files(folder, targets).commit();

        assertResults(folder, targets);
        delete(folder);
    }

    @Property(tries = 40)
    void changesNothingWhenOneTargetIsImpossible(
            @ForAll("targets") List<Target> targets,
            @ForAll("impossible") String impossible,
            @ForAll @IntRange(max = 6) int place)
            throws IOException {
        Path folder = prepare(targets);
        FolderSnapshot before = FolderSnapshot.of(folder);
        List<Target> all = new ArrayList<>(targets);
        all.add(Math.min(place, targets.size()), new Target(impossible, null, "new"));

        assertThatThrownBy(() -> files(folder, all).commit())
                .isInstanceOf(OutputException.class)
                .hasMessageStartingWith("cannot write " + folder.resolve(impossible))
                .hasMessageNotContaining("\n");

        assertThat(FolderSnapshot.of(folder)).isEqualTo(before);
        delete(folder);
    }

    @Provide
    Arbitrary<String> impossible() {
        return Arbitraries.of("taken", "missing/file", "old/bystander/file");
    }

    private static AtomicFiles files(Path folder, List<Target> targets) {
        AtomicFiles files = new AtomicFiles()
                .directory(folder.resolve("new/deep"))
                .directory(folder.resolve("old"), OWNERS)
                .directory(folder.resolve("secret"), OWNERS);
        for (Target target : targets) {
            Path path = folder.resolve(target.name());
            if (target.after() == null) {
                files.delete(path);
            } else {
                files.write(path, target.after().getBytes(StandardCharsets.UTF_8));
            }
        }
        return files;
    }

    private static Path prepare(List<Target> targets) throws IOException {
        Path folder = Files.createTempDirectory("atomic-files");
        Files.createDirectory(folder.resolve("old"));
        Files.createDirectory(folder.resolve("taken"));
        Files.writeString(folder.resolve("old/bystander"), "stays");
        for (Target target : targets) {
            if (isThere(target)) {
                Files.writeString(folder.resolve(target.name()), target.before());
            }
        }
        return folder;
    }

    /** The commit makes the folder new, so it has no files before. */
    private static boolean isThere(Target target) {
        return target.before() != null && !target.name().startsWith("new/");
    }

    private static void assertResults(Path folder, List<Target> targets) throws IOException {
        long files = targets.stream().filter(target -> target.after() != null).count();
        for (Target target : targets) {
            if (target.after() != null) {
                assertThat(folder.resolve(target.name())).hasContent(target.after());
            }
        }
        assertThat(Files.getPosixFilePermissions(folder.resolve("old"))).isEqualTo(OWNERS);
        assertThat(Files.getPosixFilePermissions(folder.resolve("secret"))).isEqualTo(OWNERS);
        try (Stream<Path> paths = Files.walk(folder)) {
            assertThat(paths.filter(Files::isRegularFile)).hasSize((int) files + 1);
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> paths = Files.walk(folder)) {
            for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(path);
            }
        }
    }
}
