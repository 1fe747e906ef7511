/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.lease;

import java.util.function.BooleanSupplier;

/**
 * Tells a listener of the start and of the end of leadership, each once and in this order, whichever thread finds out first.
 * Not under the lock of the election: a listener that exits the process makes another thread release the Lease.
 */
final class LeadershipNotifier {
    private final LeadershipListener listener;
    private boolean started;
    private boolean stopped;

    LeadershipNotifier(LeadershipListener listener) {
        this.listener = listener;
    }

    /**
     * Tells that leadership started, unless that was told before.
     *
     * @param leading whether it is still so now that the end cannot be told in between
     * @return whether it was told by this call
     */
    synchronized boolean start(BooleanSupplier leading) {
        if (started || stopped || !leading.getAsBoolean()) {
            return false;
        }
        started = true;
        listener.onStartedLeading();
        return true;
    }

    /** Tells that leadership ended, unless that was told before. */
    synchronized void stop(String reason) {
        if (!stopped) {
            stopped = true;
            listener.onStoppedLeading(reason);
        }
    }
}
