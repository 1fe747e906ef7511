// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apiserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** An etcd on free ports of the loopback interface, whose data can be put back. */
final class Etcd implements AutoCloseable {
    private final Path folder;
    private final URI uri = local();
    private final URI peers = local();
    private LocalProcess process;

    private Etcd(Path folder) {
        this.folder = folder;
    }

    /** @param folder for its data and its log */
    static Etcd start(Path folder) {
        Etcd etcd = new Etcd(folder);
        etcd.startAgain();
        return etcd;
    }

    URI uri() {
        return uri;
    }

    /** Stops it and keeps its data as a backup. */
    void backUp() {
        close();
        copy(folder.resolve("etcd"), folder.resolve("backup"));
    }

    /** Stops it and replaces its data by the backup. */
    void restore() {
        close();
        Path data = folder.resolve("etcd");
        move(data, folder.resolve("lost"));
        copy(folder.resolve("backup"), data);
    }

    void startAgain() {
        process = LocalProcess.start(
                folder,
                "etcd.log",
                List.of(
                        ApiServerPrograms.etcd(),
                        "--data-dir=" + folder.resolve("etcd"),
                        "--unsafe-no-fsync",
                        "--listen-client-urls=" + uri,
                        "--advertise-client-urls=" + uri,
                        "--listen-peer-urls=" + peers,
                        "--initial-advertise-peer-urls=" + peers,
                        "--initial-cluster=default=" + peers));
    }

    @Override
    public void close() {
        process.close();
    }

    private static URI local() {
        return URI.create("http://127.0.0.1:" + FreePort.next());
    }

    private static void move(Path from, Path to) {
        try {
            Files.move(from, to);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void copy(Path from, Path to) {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
