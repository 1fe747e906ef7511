// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.benchmark;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;

/** What Linux reports of processes and their children in /proc. */
record ProcessUsage(List<ProcessHandle> processes) {
    /** Processor time so far in seconds, in steps of 10 ms. */
    double cpuSeconds() {
        return all().flatMap(each -> each.info().totalCpuDuration().stream())
                        .mapToLong(duration -> duration.toMillis())
                        .sum()
                / 1e3;
    }

    /** Resident memory in MB (10^6 bytes). */
    double residentMegabytes() {
        return all().mapToLong(each -> kibibytes(each.pid(), "VmRSS:").orElse(0))
                        .sum()
                * 1024
                / 1e6;
    }

    /** How many TCP connections there are to a port of the loopback interface. */
    long connections(int port) throws IOException {
        long connections = 0;
        for (ProcessHandle each : all().toList()) {
            Path folder = Path.of("/proc/" + each.pid());
            Set<String> sockets = sockets(folder.resolve("fd"));
            for (String file : List.of("net/tcp", "net/tcp6")) {
                connections += Files.readAllLines(folder.resolve(file)).stream()
                        .map(line -> line.strip().split(" +"))
                        .filter(fields ->
                                fields[2].endsWith(String.format(":%04X", port)) && sockets.contains(fields[9]))
                        .count();
            }
        }
        return connections;
    }

    /** The inodes of the sockets among the open files. */
    private static Set<String> sockets(Path descriptors) throws IOException {
        Set<String> inodes = new HashSet<>();
        try (Stream<Path> open = Files.list(descriptors)) {
            for (Path descriptor : open.toList()) {
                String target = Files.readSymbolicLink(descriptor).toString();
                if (target.startsWith("socket:[")) {
                    inodes.add(target.substring("socket:[".length(), target.length() - 1));
                }
            }
        }
        return inodes;
    }

    /** The most memory that one process had resident until now, in KiB; empty once it has ended. */
    static OptionalLong peakKibibytes(long pid) {
        return kibibytes(pid, "VmHWM:");
    }

    private Stream<ProcessHandle> all() {
        return processes.stream().flatMap(process -> Stream.concat(Stream.of(process), process.descendants()));
    }

    /** A field of /proc/PID/status; empty where the process has none because it has ended. */
    private static OptionalLong kibibytes(long pid, String field) {
        try {
            String status = Files.readString(Path.of("/proc/" + pid + "/status"));
            int begin = status.indexOf(field);
            return begin < 0
                    ? OptionalLong.empty()
                    : OptionalLong.of(
                            Long.parseLong(status.substring(begin + field.length(), status.indexOf(" kB", begin))
                                    .strip()));
        } catch (NoSuchFileException e) {
            return OptionalLong.empty();
        } catch (IOException e) {
            // Linux answers ESRCH to the read of a file whose process ended after it was opened.
            if (ProcessHandle.of(pid).isEmpty()) {
                return OptionalLong.empty();
            }
            throw new UncheckedIOException(e);
        }
    }
}
