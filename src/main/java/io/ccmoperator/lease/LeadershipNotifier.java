/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.lease;

import java.util.function.BooleanSupplier;

/**
 * Notifies a listener of the start and of the end of leadership, each once and in this order, whichever thread finds out first.
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
     * Notifies that leadership started, unless that was done before.
     *
     * @param leading whether it is still so now that the end cannot be notified in between
     * @return whether this call notified the listener
     */
    synchronized boolean start(BooleanSupplier leading) {
        if (started || stopped || !leading.getAsBoolean()) {
            return false;
        }
        started = true;
        listener.onStartedLeading();
        return true;
    }

    /** Notifies that leadership ended, unless that was done before. */
    synchronized void stop(String reason) {
        if (!stopped) {
            stopped = true;
            listener.onStoppedLeading(reason);
        }
    }
}
