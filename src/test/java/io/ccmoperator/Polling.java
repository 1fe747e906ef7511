// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator;

import java.time.Duration;
import org.awaitility.Awaitility;
import org.awaitility.pollinterval.IterativePollInterval;
import org.junit.platform.launcher.LauncherSession;
import org.junit.platform.launcher.LauncherSessionListener;

/**
 * How often tests look whether what they await has happened: at once, soon again, and then no more often than a process under
 * test can bear.
 */
public final class Polling implements LauncherSessionListener {
    private static final Duration FIRST = Duration.ofMillis(10);
    private static final Duration LONGEST = Duration.ofMillis(100);

    @Override
    public void launcherSessionOpened(LauncherSession session) {
        Awaitility.setDefaultPollDelay(Duration.ZERO);
        Awaitility.setDefaultPollInterval(IterativePollInterval.iterative(Polling::next, FIRST));
    }

    private static Duration next(Duration last) {
        Duration longer = last.multipliedBy(3).dividedBy(2);
        return longer.compareTo(LONGEST) < 0 ? longer : LONGEST;
    }
}
