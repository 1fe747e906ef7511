/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.lease;

/** Is notified of leadership. Called on the election's threads; both methods return at once (they trigger others). */
public interface LeadershipListener {
    /** This process leads from now on. At most once. */
    void onStartedLeading();

    /**
     * The election ended and this process does not lead, nor will it again: it should exit with code 1. At most once, never
     * after a release.
     *
     * @param reason one line that names the Lease
     */
    void onStoppedLeading(String reason);
}
