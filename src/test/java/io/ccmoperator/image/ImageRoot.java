/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.image;

import io.ccmoperator.PackagedProgram;
import io.ccmoperator.image.Dockerfile.Instruction;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A folder with what a release image holds, put together without an engine: what its Dockerfile copies, and of its base what the
 * program is promised, bash, the shared libraries, the certificate authorities, and Java, taken from this machine.
 *
 * @param folder the root
 * @param image the last stage of the Dockerfile
 * @param lent folders of this machine that are mounted at the same place
 * @param volumes folders that can be written to, by the place where they are mounted
 */
public record ImageRoot(Path folder, Dockerfile image, List<Path> lent, Map<String, Path> volumes) {
    static final String TRUST_BUNDLE = "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem";
    private static final Path BASH = Path.of("/bin/bash");

    /** Why a machine may not run the program in a root of its own. */
    public static final String NEEDS =
            "changing the root folder is not permitted; run the tests as root, with unshare, mount, setpriv and chroot";

    /**
     * The image of the program that is packaged, executable or jar.
     *
     * @param folder an empty one that any user may enter
     */
    public static ImageRoot ofPackagedProgram(Path folder) {
        List<String> program = PackagedProgram.command();
        return program.size() == 1 ? ofExecutable(folder, Path.of(program.get(0))) : ofJar(folder);
    }

    private static ImageRoot ofExecutable(Path folder, Path executable) {
        ImageRoot root = new ImageRoot(folder, Dockerfile.of("native").image(), List.of(), new TreeMap<>());
        root.assemble(source -> source.endsWith("target/ccm-operator") ? executable : source);
        MachineFiles.libraries(List.of(executable, BASH)).forEach(root::copyToSamePlace);
        return root;
    }

    /** With the Java of this process. */
    private static ImageRoot ofJar(Path folder) {
        Path java = Path.of(System.getProperty("java.home"));
        ImageRoot root = new ImageRoot(folder, Dockerfile.of("jvm").image(), List.of(java), new TreeMap<>());
        root.assemble(source -> source);
        root.directory(java.toString());
        MachineFiles.settingsOfJava(java).forEach(root::copyToSamePlace);
        MachineFiles.libraries(Stream.concat(Stream.of(BASH), MachineFiles.binariesOfJava(java).stream())
                        .toList())
                .stream()
                .filter(library -> !library.startsWith(java))
                .forEach(root::copyToSamePlace);
        return root;
    }

    private void assemble(UnaryOperator<Path> built) {
        Path project = PayloadFolder.project();
        for (Instruction copy : image.all("COPY")) {
            if (copy.flag("from").equals(Optional.of("tests"))) {
                // What another image has.
                continue;
            }
            Path source = built.apply(Dockerfile.source(project, copy));
            copy(source, copy.operands().get(1), copy.flag("chmod").orElseThrow());
        }
        copyToSamePlace(BASH);
        copy(MachineFiles.trustBundle(), TRUST_BUNDLE, "0644");
        // The engine mounts something there.
        Stream.of("proc", "dev", "tmp").forEach(this::directory);
    }

    /** True when this machine lets a test do what an engine does. */
    public static boolean isPossible() {
        return MachineFiles.output(List.of("unshare", "--mount", "mount", "--make-rprivate", "/"))
                        .isPresent()
                && MachineFiles.output(List.of("setpriv", "--no-new-privs", "chroot", "/", "bash", "-c", "true"))
                        .isPresent();
    }

    /** A file of a volume that is mounted read-only. */
    public void write(String path, String text) {
        try {
            Files.createDirectories(at(path).getParent());
            Files.writeString(at(path), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A folder of a volume that is mounted read-only, and empty. */
    public void directory(String path) {
        try {
            Files.createDirectories(at(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A volume that any user may write to.
     *
     * @return where the test sees its files
     */
    public Path emptyDir(String path) {
        try {
            directory(path);
            Path volume = Files.createTempDirectory(folder.getParent(), "volume");
            Files.setPosixFilePermissions(volume, PosixFilePermissions.fromString("rwxrwxrwx"));
            volumes.put(path, volume);
            return volume;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The user that the image names. */
    public String user() {
        return image.all("USER").get(0).words().get(0);
    }

    /**
     * The command that runs a program of the image the way a pod has it run: without capabilities or a way to gain some, and with a
     * root without write permissions.
     *
     * @param user the numbers of user and group, {@code 1001:1001}
     * @param environment all variables that the program gets
     * @param program its path in the image, and arguments
     */
    public List<String> command(String user, Map<String, String> environment, List<String> program) {
        String path = System.getenv("PATH");
        List<String> command = new ArrayList<>(List.of("env", "-i"));
        command.add("PATH=" + (lent.isEmpty() ? path : lent.get(0).resolve("bin") + ":" + path));
        environment.forEach((name, value) -> command.add(name + "=" + value));
        StringBuilder mounts = new StringBuilder();
        lent.forEach(place -> mounts.append("mount --bind '%1$s' \"$0%1$s\"\n".formatted(place)));
        volumes.forEach((place, volume) -> mounts.append("mount --bind '%s' \"$0%s\"\n".formatted(volume, place)));
        command.addAll(List.of("unshare", "--mount", "bash", "-euc", """
                mount --make-rprivate /
                mount --bind "$0" "$0"
                mount -o remount,bind,ro "$0"
                mount --rbind /proc "$0/proc"
                mount --rbind /dev "$0/dev"
                %s
                exec setpriv --no-new-privs chroot --userspec="$1" "$0" "${@:2}"
                """.formatted(mounts), folder.toString(), user));
        command.addAll(program);
        return command;
    }

    private Path at(String path) {
        return folder.resolve(path.replaceFirst("^/", ""));
    }

    private void copyToSamePlace(Path source) {
        copy(source, source.toString(), "");
    }

    /** Copies a file, or the files of a folder; with the mode of the source where none is given. */
    private void copy(Path source, String target, String mode) {
        Set<PosixFilePermission> permissions =
                PosixFilePermissions.fromString(mode.equals("0755") ? "rwxr-xr-x" : "rw-r--r--");
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = at(target).resolve(source.relativize(file).toString());
                Files.createDirectories(to.getParent());
                Files.copy(file, to, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
                if (!mode.isEmpty()) {
                    Files.setPosixFilePermissions(to, permissions);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
