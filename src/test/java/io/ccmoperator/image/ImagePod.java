// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.image;

import io.ccmoperator.apiserver.LocalProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** A pod of an image: on the network of this machine, without capabilities, with volumes at the paths of a folder. */
public final class ImagePod {
    private final BuiltImage image;
    private final String container;
    private final Path folder;
    private final Map<String, String> volumes = new TreeMap<>();
    private final List<String> options = new ArrayList<>();

    /**
     * Without volumes, with the user of the image.
     *
     * @param folder an empty one, for the content of volumes
     */
    public ImagePod(BuiltImage image, Path folder) {
        this.image = image;
        container = image.container();
        this.folder = folder;
    }

    /** Another user and group: {@code 1000660000:0}. */
    public ImagePod as(String user) {
        options.add("--user=" + user);
        return this;
    }

    /** Variables beside those of the image. */
    public void variables(Map<String, String> variables) {
        variables.forEach((name, value) -> options.add("--env=" + name + "=" + value));
    }

    /** A file of a read-only volume. */
    public void write(String path, String text) throws IOException {
        Path file = Path.of(path);
        Files.writeString(volume(file.getParent().toString(), "ro").resolve(file.getFileName()), text);
    }

    /** A read-only volume without files. */
    public void directory(String path) throws IOException {
        volume(path, "ro");
    }

    /**
     * A volume that any user may write to.
     *
     * @return where the test sees its files
     */
    public Path emptyDir(String path) throws IOException {
        return Files.setPosixFilePermissions(volume(path, "rw"), PosixFilePermissions.fromString("rwxrwxrwx"));
    }

    private Path volume(String path, String access) throws IOException {
        volumes.put(path, access);
        return Files.createDirectories(folder.resolve(path.substring(1)));
    }

    /** Starts a program of the image. */
    public LocalProcess start(List<String> program) {
        List<String> command = new ArrayList<>(List.of("buildah", "run"));
        command.addAll(options);
        volumes.forEach((path, access) -> command.add("--volume=%s%s:%s:%s".formatted(folder, path, path, access)));
        command.addAll(List.of(container, "--"));
        command.addAll(program);
        return image.start(folder, command);
    }

    /** Files and folders of the container that are not those of root, or that others may write to. */
    public List<String> changeable() {
        List<String> command =
                new ArrayList<>(List.of("find", image.root(container).toString()));
        command.addAll(List.of("! -type l ( ! -uid 0 -o ! -gid 0 -o -perm /022 ) -print".split(" ")));
        return image.run(command).lines().toList();
    }

    /** The process of the program, which starts none. The engine does not pass SIGTERM on, but kills the program then. */
    public static ProcessHandle program(LocalProcess engine) {
        return ProcessHandle.of(engine.pid()).stream()
                .flatMap(ProcessHandle::descendants)
                .filter(process -> process.children().findAny().isEmpty())
                .findFirst()
                .orElseThrow();
    }
}
