// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static io.ccmoperator.cli.Inputs.arguments;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** Input files of render and its destination. */
abstract class RenderScene {
    @TempDir
    Path folder;

    Inputs inputs;
    Path destination;

    @BeforeEach
    void inputs() {
        inputs = new Inputs(folder);
        destination = folder.resolve("destination");
    }

    String[] render(Path infrastructure, String... more) {
        String[] all = Stream.concat(Stream.of("--dest-dir=" + destination), Stream.of(more))
                .toArray(String[]::new);
        return arguments("render", infrastructure, inputs.images(), all);
    }

    /** Every file and directory below the destination, a file with its content. */
    SortedMap<String, String> written() throws IOException {
        SortedMap<String, String> written = new TreeMap<>();
        if (Files.exists(destination)) {
            try (Stream<Path> paths = Files.walk(destination)) {
                for (Path path : paths.toList()) {
                    written.put(
                            destination.relativize(path).toString(),
                            Files.isDirectory(path) ? "directory" : Files.readString(path));
                }
            }
        }
        return written;
    }
}
