// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.apiserver.LocalProcess;
import io.ccmoperator.apiserver.ServiceAccountVolume;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.JsonReader;
import io.ccmoperator.monitoring.OnPath;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A release image that buildah has built from its Dockerfile. The base image is made of files of this machine; the program is the one
 * that is packaged.
 *
 * @param storage of buildah, with nothing that other builds of this machine have made
 * @param name without the host
 */
public record BuiltImage(Path storage, String name) {
    private static final Path PROJECT = PayloadFolder.project();
    private static final String BASE = "base";

    /**
     * Builds the image of the executable, or of the jar where that is packaged. The test is skipped where this is not possible.
     *
     * @param storage an empty folder
     */
    public static BuiltImage ofPackagedProgram(Path storage) {
        return base(storage).build("ccm-operator");
    }

    /**
     * Builds the image of the jar by the words of a guide, with the base image of the tests in place of those of registries. The test
     * is skipped where this is not possible.
     *
     * @param storage an empty folder
     * @param words of the command, after {@code docker build}; the current folder is that of the project
     */
    public static BuiltImage byCommandOfGuide(Path storage, List<String> words) {
        BuiltImage base = base(storage);
        List<String> command = new ArrayList<>(List.of(
                "env", "--chdir=" + PROJECT, "buildah", "bud", "--pull-never", "--build-arg=BASE=localhost/" + BASE));
        words.forEach(word -> command.add(word.replaceFirst("^BUILDER=.*", "BUILDER=localhost/" + BASE)));
        base.run(command);
        return new BuiltImage(storage, words.get(words.indexOf("-t") + 1));
    }

    private static BuiltImage base(Path storage) {
        OnPath.assumed("buildah", "buildah");
        assumeTrue(ServiceAccountVolume.isMountable(), "building an image is not permitted; run the tests as root");
        try {
            Files.writeString(storage.resolve("storage.conf"), """
                    [storage]
                    driver = "vfs"
                    graphroot = "%1$s/images"
                    runroot = "%1$s/run"
                    """.formatted(storage));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<String> command = new ArrayList<>(
                List.of(PROJECT.resolve("src/test/docker/base-image").toString(), "localhost/" + BASE));
        if (!PackagedProgram.isExecutable()) {
            command.add(System.getProperty("java.home"));
        }
        BuiltImage base = new BuiltImage(storage, BASE);
        base.run(command);
        return base;
    }

    /**
     * Builds an image beside this one.
     *
     * @param arguments of the build, such as {@code VERSION=1}
     */
    BuiltImage build(String name, String... arguments) {
        List<String> command = new ArrayList<>(List.of("buildah", "bud", "--quiet", "--pull-never"));
        String kind = PackagedProgram.isExecutable() ? "native" : "jvm";
        command.add("--file=" + PROJECT.resolve("src/main/docker/Dockerfile." + kind));
        Stream.concat(
                        Stream.of("PACKAGED=yes", "BUILDER=localhost/" + BASE, "BASE=localhost/" + BASE),
                        Stream.of(arguments))
                .forEach(argument -> command.add("--build-arg=" + argument));
        command.addAll(List.of("--tag=localhost/" + name, PROJECT.toString()));
        run(command);
        return new BuiltImage(storage, name);
    }

    /** A container without capabilities, in which nothing has run; its name. */
    String container() {
        return run(List.of("buildah", "from", "--pull-never", "--cap-drop=all", "localhost/" + name))
                .strip();
    }

    /** The root of a container. */
    Path root(String container) {
        return Path.of(run(List.of("buildah", "mount", container)).strip());
    }

    /** Mode, owner and path of each file and folder that the base image does not have: {@code 755 0:0 /ccm-operator}. */
    List<String> files() {
        List<String> files = new ArrayList<>(filesWithBase());
        files.removeAll(new BuiltImage(storage, BASE).filesWithBase());
        return files;
    }

    private List<String> filesWithBase() {
        return run(List.of("find", root(container()).toString(), "-printf", "%m %U:%G /%P\\n"))
                .lines()
                .toList();
    }

    /** User, entry point and labels, as the registry has them. */
    public FieldReader configuration() {
        String json = run(List.of("buildah", "inspect", "--type=image", "localhost/" + name));
        return FieldReader.of(JsonReader.read(json)).field("OCIv1", "config");
    }

    /** What a command of the engine prints. */
    String run(List<String> command) {
        try (LocalProcess process = start(storage, command)) {
            assertThat(process.exitCode(Duration.ofMinutes(5)))
                    .as(process.printed())
                    .isZero();
            return process.printed();
        }
    }

    /** Starts a command of the engine, which has a log of its own in the folder. */
    LocalProcess start(Path folder, List<String> command) {
        try {
            Path log = Files.createTempFile(folder, "buildah", ".log");
            return LocalProcess.start(
                    folder,
                    log.getFileName().toString(),
                    command,
                    Map.of(
                            "CONTAINERS_STORAGE_CONF",
                            storage.resolve("storage.conf").toString(),
                            "BUILDAH_ISOLATION",
                            "chroot"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
