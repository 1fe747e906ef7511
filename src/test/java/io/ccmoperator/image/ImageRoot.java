/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.image;

import io.ccmoperator.image.Dockerfile.Instruction;
import io.ccmoperator.payload.PayloadFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder with what the release image holds, put together without an engine: what Dockerfile.native copies, and of its base what
 * the program is promised, bash, the shared libraries and the certificate authorities, taken from this machine.
 *
 * @param folder the root
 */
public record ImageRoot(Path folder) {
    private static final String TRUST_BUNDLE = "etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem";
    private static final List<Path> TRUST_BUNDLES =
            List.of(Path.of("/" + TRUST_BUNDLE), Path.of("/etc/ssl/certs/ca-certificates.crt"));
    private static final Pattern LIBRARY = Pattern.compile("(/\\S+) \\(0x");

    /** Why a machine may not run the program in a root of its own. */
    public static final String NEEDS =
            "a root folder of one's own needs root and the tools unshare, mount, setpriv and chroot";

    /**
     * Puts it together.
     *
     * @param folder an empty one that any user may enter
     * @param executable what the builder stage makes
     */
    public static ImageRoot assemble(Path folder, Path executable) {
        ImageRoot root = new ImageRoot(folder);
        Path project = PayloadFolder.project();
        for (Instruction copy : Dockerfile.of("native").image().all("COPY")) {
            Path source = copy.isOfAnotherStage() ? executable : Dockerfile.source(project, copy);
            root.copy(source, copy.operands().get(1));
        }
        root.copy(Path.of("/bin/bash"), "/bin/bash");
        Stream.of(executable, Path.of("/bin/bash"))
                .flatMap(program -> libraries(program).stream())
                .distinct()
                .forEach(library -> root.copy(library, library.toString()));
        root.copy(
                TRUST_BUNDLES.stream()
                        .filter(Files::isReadable)
                        .findFirst()
                        .orElseThrow(() -> new IllegalStateException("this machine has none of " + TRUST_BUNDLES)),
                TRUST_BUNDLE);
        // The engine mounts something there.
        Stream.of("proc", "dev", "tmp").forEach(root::directory);
        return root;
    }

    /** True when this machine lets a test do what an engine does. */
    public static boolean isPossible() {
        return output("unshare", "--mount", "mount", "--make-rprivate", "/").isPresent()
                && output("setpriv", "--no-new-privs", "chroot", "/", "bash", "-c", "true")
                        .isPresent();
    }

    /** A file of a volume. */
    public void write(String path, String text) {
        try {
            Files.createDirectories(at(path).getParent());
            Files.writeString(at(path), text);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A folder of a volume that is empty. */
    public void directory(String path) {
        try {
            Files.createDirectories(at(path));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The command that runs a program of the image the way the Deployment has it run: as the image's user, without capabilities or a
     * way to gain some, and with a root that nobody can write to.
     *
     * @param environment all variables that the program gets
     * @param program its path in the image, and arguments
     */
    public List<String> command(Map<String, String> environment, List<String> program) {
        String user = Dockerfile.of("native").image().all("USER").get(0).words().get(0);
        List<String> command = new ArrayList<>(List.of("env", "-i", "PATH=" + System.getenv("PATH")));
        environment.forEach((name, value) -> command.add(name + "=" + value));
        command.addAll(List.of("unshare", "--mount", "bash", "-euc", """
                mount --make-rprivate /
                mount --bind "$0" "$0"
                mount -o remount,bind,ro "$0"
                mount --rbind /proc "$0/proc"
                mount --rbind /dev "$0/dev"
                exec setpriv --no-new-privs chroot --userspec="$1:$1" "$0" "${@:2}"
                """, folder.toString(), user));
        command.addAll(program);
        return command;
    }

    private Path at(String path) {
        return folder.resolve(path.replaceFirst("^/", ""));
    }

    private void copy(Path source, String target) {
        try (Stream<Path> files = Files.walk(source)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                Path to = at(target).resolve(source.relativize(file).toString());
                Files.createDirectories(to.getParent());
                Files.copy(file, to, StandardCopyOption.COPY_ATTRIBUTES, StandardCopyOption.REPLACE_EXISTING);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static List<Path> libraries(Path program) {
        String dependencies = output("ldd", program.toString())
                .orElseThrow(() -> new IllegalStateException("ldd tells no libraries of " + program));
        return LIBRARY.matcher(dependencies)
                .results()
                .map(match -> Path.of(match.group(1)))
                .toList();
    }

    /** What a program prints; none if it does not succeed, or is not there. */
    private static Optional<String> output(String... command) {
        try {
            Process process =
                    new ProcessBuilder(command).redirectErrorStream(true).start();
            String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            return process.waitFor() == 0 ? Optional.of(printed) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
