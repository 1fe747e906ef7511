// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

/** Is notified of leadership, on the threads of the election; both methods must return at once. */
public interface LeadershipListener {
    /** This process leads from now on. At most once. */
    void onStartedLeading();

    /**
     * The election ended: this process does not lead, now and later, and should exit with code 1. At most once, never after a
     * release.
     *
     * @param reason one line that names the Lease
     */
    void onStoppedLeading(String reason);
}
