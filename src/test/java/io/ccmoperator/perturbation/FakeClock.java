// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The wall clock of a process, by Debian's libfaketime; the time that timers use continues undisturbed, as when an administrator sets a
 * machine's clock.
 */
final class FakeClock {
    private static final List<Path> LIBRARIES = List.of(
            Path.of("/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1"),
            Path.of("/usr/lib/aarch64-linux-gnu/faketime/libfaketimeMT.so.1"));

    private final Path library;
    private final Path offset;

    private FakeClock(Path library, Path offset) {
        this.library = library;
        this.offset = offset;
    }

    /** A clock that is right; empty where the package libfaketime is not installed. */
    static Optional<FakeClock> in(Path folder) {
        return LIBRARIES.stream().filter(Files::exists).findFirst().map(library -> {
            FakeClock clock = new FakeClock(library, folder.resolve("clock"));
            clock.set(Duration.ZERO);
            return clock;
        });
    }

    /** Sets the clock forward or, if negative, back. */
    void set(Duration ahead) {
        try {
            Files.writeString(offset, "%+ds%n".formatted(ahead.toSeconds()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** For a process that has the clock. */
    Map<String, String> environment() {
        return Map.of(
                "LD_PRELOAD", library.toString(),
                "FAKETIME_TIMESTAMP_FILE", offset.toString(),
                "FAKETIME_CACHE_DURATION", "1",
                "FAKETIME_DONT_FAKE_MONOTONIC", "1",
                // Otherwise waits by that time end at once.
                "FAKETIME_FORCE_MONOTONIC_FIX", "0");
    }
}
