/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Makes a signal that ends the process wait until a piece of work is through. */
final class Termination {
    private Termination() {}

    /**
     * Runs the work; meanwhile SIGTERM and SIGINT only ask the process to end after it.
     *
     * @throws OutputException if the process is about to end already; the work was not begun then
     */
    static void delayUntilDone(Runnable work) {
        CountDownLatch done = new CountDownLatch(1);
        Thread hook = new Thread(() -> await(done), "commit of files");
        add(hook);
        try {
            work.run();
        } finally {
            done.countDown();
            remove(hook);
        }
    }

    private static void await(CountDownLatch done) {
        try {
            done.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static void add(Thread hook) {
        try {
            Runtime.getRuntime().addShutdownHook(hook);
        } catch (IllegalStateException e) {
            throw new OutputException(List.of("nothing was written, since the process is being ended"), e);
        }
    }

    private static void remove(Thread hook) {
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException e) {
            // The process is ending: the hook runs already, and ends by itself.
            return;
        }
    }
}
