// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.DescribedCluster;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jboss.logging.Logger;

/**
 * Runs a controller whose primary object does not exist, cannot be read or is being deleted, which the SDK never does without a finalizer
 * of its own. It needs no backoff: it follows each trigger, and a change of the primary is one.
 */
final class AbsentPrimary {
    private static final Logger LOG = Logger.getLogger(AbsentPrimary.class);

    /** How long the cache may take to learn of an object before the object counts as unreadable. */
    private static final Duration SYNC = Duration.ofSeconds(5);

    private final ObjectKey primary;
    private final ObjectCache objects;
    private final Executor executor;
    private final BooleanSupplier leading;
    private final Run run;
    private final AtomicBoolean queued = new AtomicBoolean();

    /** A run of the controller. */
    @FunctionalInterface
    interface Run {
        void run() throws InterruptedException;
    }

    /** @param executor where runs take place */
    AbsentPrimary(ObjectKey primary, ObjectCache objects, Executor executor, BooleanSupplier leading, Run run) {
        this.primary = primary;
        this.objects = objects;
        this.executor = executor;
        this.leading = leading;
        this.run = run;
    }

    /** Queues a run if the primary is none for the SDK; at most one waits. Returns at once. */
    void trigger() {
        if (leading.getAsBoolean() && isMissing() && queued.compareAndSet(false, true)) {
            try {
                executor.execute(this::runIfMissing);
            } catch (RejectedExecutionException e) {
                LOG.debugf("%s: stopped, no further run", primary);
            }
        }
    }

    private void runIfMissing() {
        queued.set(false);
        try {
            objects.awaitSynced(List.of(primary), SYNC);
            // The SDK runs the controller of a primary that exists.
            if (isMissing()) {
                run.run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            LOG.debugf("%s: stopped in the middle of a run", primary);
        }
    }

    private boolean isMissing() {
        return objects.state(primary)
                .object()
                .filter(object -> !DescribedCluster.isDeleted(object))
                .isEmpty();
    }
}
