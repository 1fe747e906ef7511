// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import static org.awaitility.Awaitility.await;

import io.ccmoperator.operator.OpenShiftCluster;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Clusters with the same objects, each of which executes one run at a time. */
final class Harnesses implements AutoCloseable {
    private final List<Harness> all = new ArrayList<>();
    private final Queue<Harness> free = new ConcurrentLinkedQueue<>();
    private final ExecutorService threads;
    private final Snapshot nothing;

    private Harnesses(Path folder, int number) throws IOException {
        try {
            for (int i = 0; i < number; i++) {
                all.add(Harness.start(Files.createDirectory(folder.resolve("harness-" + i))));
            }
            nothing = Snapshot.of(all.get(0).cluster().admin());
            all.forEach(this::awaitNothing);
        } catch (RuntimeException | IOException e) {
            close(all);
            throw e;
        }
        free.addAll(all);
        threads = Executors.newFixedThreadPool(number);
    }

    /**
     * Starts all of them in an empty folder.
     *
     * @param number how many runs are executed at the same time
     */
    static Harnesses start(Path folder, int number) throws IOException {
        return new Harnesses(folder, number);
    }

    /** The server adds rules to some roles of its own a moment after it has started. */
    private void awaitNothing(Harness harness) {
        await("the same objects in each cluster")
                .atMost(OpenShiftCluster.PATIENCE)
                .until(() -> nothing.differences(Snapshot.of(harness.cluster().admin())), String::isEmpty);
    }

    /** The objects of each cluster before the first run. */
    Snapshot nothing() {
        return nothing;
    }

    /** Executes a run once a cluster is free, after the runs that were submitted before. */
    <T> CompletableFuture<T> submit(Function<Harness, T> run) {
        return CompletableFuture.supplyAsync(
                () -> {
                    Harness harness = free.remove();
                    try {
                        return run.apply(harness);
                    } finally {
                        free.add(harness);
                    }
                },
                threads);
    }

    /** Interrupts the runs and ends all clusters. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close(all);
    }

    /** Each one, whatever the others throw. */
    private static void close(List<Harness> harnesses) {
        CompletableFuture.allOf(harnesses.stream()
                        .map(harness -> CompletableFuture.runAsync(harness::close))
                        .toArray(CompletableFuture[]::new))
                .join();
    }
}
