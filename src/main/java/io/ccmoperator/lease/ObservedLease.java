/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.lease;

/**
 * A Lease and since when its last renewal is known here.
 *
 * @param lease as read last
 * @param sinceNanos the local monotonic time at which its last renewal was first seen
 */
record ObservedLease(Lease lease, long sinceNanos) {
    /**
     * The sighting after another read. What changes without a renewal, a label for instance, does not make the Lease last
     * longer.
     *
     * @param before the one before; null when this is the first
     */
    static ObservedLease next(ObservedLease before, Lease lease, long nowNanos) {
        boolean renewed = before == null || !before.lease.renewal().equals(lease.renewal());
        return new ObservedLease(lease, renewed ? nowNanos : before.sinceNanos);
    }
}
