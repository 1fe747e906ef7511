/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The times of watches.
 *
 * @param shortest the least time after which the server is asked to end a watch in good order
 * @param longest the most time; where in between is left to chance, so that not all watches begin anew at once
 * @param silence how much longer a watch may go on; then it has died without a word
 * @param beginning within what time a watch has to tell what there is
 * @param firstPause before a watch that failed is tried again; doubled from failure to failure
 * @param longestPause where the doubling ends
 * @param longestOutage where the doubling ends while the server cannot be reached: all watches share one connection, so that
 *     asking often costs next to nothing
 * @param missingKind before a watch of a kind that the server does not have is tried again
 * @param stuck how long the thread of the watches may be busy with one thing until it counts as stuck
 */
record WatchPace(
        Duration shortest,
        Duration longest,
        Duration silence,
        Duration beginning,
        Duration firstPause,
        Duration longestPause,
        Duration longestOutage,
        Duration missingKind,
        Duration stuck) {
    /** The pace of the operator. */
    static final WatchPace USUAL = new WatchPace(
            Duration.ofMinutes(5),
            Duration.ofMinutes(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(30),
            Duration.ofSeconds(1),
            Duration.ofSeconds(30),
            Duration.ofSeconds(4),
            Duration.ofSeconds(30),
            Duration.ofMinutes(10));

    /** After what time the server is to end the next watch, in whole seconds. */
    Duration watchFor() {
        return Duration.ofSeconds(ThreadLocalRandom.current().nextLong(shortest.toSeconds(), longest.toSeconds() + 1));
    }

    /**
     * The pause after a failure, spread by a fifth so that many watches do not come back at the same moment.
     *
     * @param failures how many there were in a row, from 1 on
     */
    Duration pauseAfter(int failures) {
        return pauseAfter(failures, longestPause);
    }

    /**
     * The pause after the server was not reached.
     *
     * @param failures how many there were in a row, from 1 on
     */
    Duration pauseInOutage(int failures) {
        return pauseAfter(failures, longestOutage);
    }

    /**
     * The pause after a server had no time, as one does that has just started: never shorter than it asks for.
     *
     * @param failures how many there were in a row, from 1 on
     */
    Duration pauseAsked(int failures, Duration asked) {
        Duration usual = pauseInOutage(failures);
        return asked.compareTo(usual) > 0 ? asked : usual;
    }

    private Duration pauseAfter(int failures, Duration longest) {
        Duration doubled = firstPause.multipliedBy(1L << Math.min(failures - 1, 16));
        Duration pause = doubled.compareTo(longest) < 0 ? doubled : longest;
        return pause.multipliedBy(ThreadLocalRandom.current().nextLong(80, 101)).dividedBy(100);
    }
}
