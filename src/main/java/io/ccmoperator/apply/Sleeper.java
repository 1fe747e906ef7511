// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import java.time.Duration;

/** Waits between two reads of an object; tests replace it. */
@FunctionalInterface
interface Sleeper {
    /** Lets the thread sleep. */
    Sleeper SLEEP = duration -> Thread.sleep(duration.toMillis());

    /** Returns after this time. */
    void of(Duration duration) throws InterruptedException;
}
