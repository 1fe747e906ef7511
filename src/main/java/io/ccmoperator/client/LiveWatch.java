/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import io.fabric8.kubernetes.client.Watcher;
import io.fabric8.kubernetes.client.WatcherException;
import io.fabric8.kubernetes.client.dsl.internal.AbstractWatchManager;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * One connection of a watch: passes its events on and notes when the last one came, bookmarks included. Reason:
 * the client waits for as long as a connection does not end, and if it opens a watch again, continues after the last event.
 */
final class LiveWatch implements Watcher<ClusterResource> {
    private final Watcher<ClusterResource> watcher;
    private final Clock clock;
    private volatile AbstractWatchManager<ClusterResource> manager;
    private volatile Instant heard;
    private volatile boolean givenUp;

    /** @param watcher takes the events */
    LiveWatch(Watcher<ClusterResource> watcher, Clock clock) {
        this.watcher = watcher;
        this.clock = clock;
        this.heard = clock.instant();
    }

    /** The connection is being made. */
    void opened(AbstractWatchManager<ClusterResource> by) {
        manager = by;
    }

    /** Whether no event was received for longer than this. */
    boolean isSilent(Duration atMost) {
        return !givenUp && heard.plus(atMost).isBefore(clock.instant());
    }

    /**
     * Begins the watch again with the object as it is, since its deletion may have been missed, and does not wait for the
     * connection to end.
     */
    void giveUp() {
        givenUp = true;
        manager.close();
        watcher.onClose(new WatcherException("the server has fallen silent"));
    }

    /** Ends the connection. */
    void close() {
        manager.close();
    }

    @Override
    public void eventReceived(Action action, ClusterResource object) {
        if (!givenUp) {
            heard = clock.instant();
            watcher.eventReceived(action, object);
        }
    }

    @Override
    public void onClose(WatcherException cause) {
        if (!givenUp) {
            watcher.onClose(cause);
        }
    }

    @Override
    public void onClose() {
        if (!givenUp) {
            watcher.onClose();
        }
    }

    /**
     * Never resumes an ended watch: each begins with the current object. The server may have been restored from a
     * backup, or refuse the watch, of which the informer would not hear.
     */
    @Override
    public boolean reconnecting() {
        return false;
    }
}
