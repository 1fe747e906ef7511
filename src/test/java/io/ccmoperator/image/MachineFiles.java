/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.image;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What the base of an image has, as it is on this machine. */
final class MachineFiles {
    private static final Pattern LIBRARY = Pattern.compile("(/\\S+) \\(0x");

    private static final List<Path> TRUST_BUNDLES =
            List.of(Path.of(ImageRoot.TRUST_BUNDLE), Path.of("/etc/ssl/certs/ca-certificates.crt"));

    private MachineFiles() {}

    /** The certificate authorities of the operating system. */
    static Path trustBundle() {
        return TRUST_BUNDLES.stream()
                .filter(Files::isReadable)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("this machine has none of " + TRUST_BUNDLES));
    }

    /** The shared libraries that binaries need. */
    static List<Path> libraries(List<Path> binaries) {
        List<String> command = Stream.concat(Stream.of("ldd"), binaries.stream().map(Path::toString))
                .toList();
        return LIBRARY.matcher(output(command)
                        .orElseThrow(() -> new IllegalStateException("ldd names no libraries of " + binaries)))
                .results()
                .map(match -> Path.of(match.group(1)))
                .distinct()
                .toList();
    }

    /** What a Java without a display loads. */
    static List<Path> binariesOfJava(Path home) {
        try (Stream<Path> files = Files.walk(home.resolve("lib"))) {
            return Stream.concat(
                            Stream.of(home.resolve("bin/java")),
                            files.filter(file -> file.toString().endsWith(".so")
                                    && !file.getFileName().toString().matches(".*(awt|splash|sound|font|jsvml).*")))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Files and folders of /etc to which links of a Java point, as those of Linux distributions do. */
    static List<Path> settingsOfJava(Path home) {
        try (Stream<Path> files = Files.walk(home)) {
            return files.filter(Files::isSymbolicLink)
                    .filter(Files::exists)
                    .map(MachineFiles::target)
                    .filter(target -> target.startsWith("/etc"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What a program prints; none if it does not succeed, or does not exist. */
    static Optional<String> output(List<String> command) {
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

    private static Path target(Path link) {
        try {
            return link.toRealPath();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
