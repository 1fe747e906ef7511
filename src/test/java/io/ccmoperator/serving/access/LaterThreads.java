// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import java.util.ArrayDeque;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;

/** Does what it is given when the test says so, on the test's own thread. */
final class LaterThreads extends AbstractExecutorService {
    private final int room;
    private final Queue<Runnable> tasks = new ArrayDeque<>();
    private boolean ended;

    /** @param room how many tasks may wait */
    LaterThreads(int room) {
        this.room = room;
    }

    /** Does all that waits. */
    void work() {
        for (Runnable task = tasks.poll(); task != null; task = tasks.poll()) {
            task.run();
        }
    }

    @Override
    public void execute(Runnable task) {
        if (ended || tasks.size() == room) {
            throw new RejectedExecutionException();
        }
        tasks.add(task);
    }

    @Override
    public void shutdown() {
        ended = true;
    }

    @Override
    public List<Runnable> shutdownNow() {
        ended = true;
        List<Runnable> left = List.copyOf(tasks);
        tasks.clear();
        return left;
    }

    @Override
    public boolean isShutdown() {
        return ended;
    }

    @Override
    public boolean isTerminated() {
        return ended && tasks.isEmpty();
    }

    @Override
    public boolean awaitTermination(long timeout, TimeUnit unit) {
        return isTerminated();
    }
}
