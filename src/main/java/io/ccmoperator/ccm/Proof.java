// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Whether the configuration of a workload has been proven. A complete rollout is no proof, since a program may refuse a value only when it
 * leads: one of its Pods has to lead for some time. What was seen before counts only while the workload is settled. Used by one thread.
 */
final class Proof {
    /** So long a Pod has to lead. */
    static final Duration LEADS_FOR = Duration.ofSeconds(75);

    /** So long the rollout of a program that elects no leader has to be complete. */
    static final Duration COMPLETE_FOR = Duration.ofMinutes(15);

    /** Within less, a renewal may just not have been due. */
    private static final Duration LOOKS = Duration.ofSeconds(5);

    private Optional<PodMarks> proven = Optional.empty();
    private Optional<PodMarks> observed = Optional.empty();
    private Optional<Instant> settledSince = Optional.empty();
    private Optional<LeaderLease> lease = Optional.empty();

    /** When the Lease was seen first as it is. */
    private Instant leaseSince = Instant.MIN;

    private boolean leads;

    /** The configuration that was proven last. */
    Optional<PodMarks> proven() {
        return proven;
    }

    boolean isProven(PodMarks marks) {
        return proven.equals(Optional.of(marks));
    }

    /** Whether a Pod has renewed its Lease since the workload is settled, or elects no leader. */
    boolean leads() {
        return leads || lease.isEmpty();
    }

    /** Takes in that the workload is not settled: its Pods are being replaced, or one has ended, or some have another configuration. */
    void unsettle() {
        observed = Optional.empty();
    }

    /**
     * Takes in how a settled workload is.
     *
     * @param marks of all of its Pods
     * @param now the Lease, or empty where there is none
     */
    void observe(PodMarks marks, Optional<LeaderLease> now, Instant time) {
        if (!observed.equals(Optional.of(marks))) {
            observed = Optional.of(marks);
            settledSince = Optional.of(time);
            lease = Optional.empty();
            leads = false;
        }
        // The holder may be a Pod that has ended, until the Lease is renewed.
        boolean renewed = lease.isPresent() && !lease.map(LeaderLease::renewed).equals(now.map(LeaderLease::renewed));
        if (lease.isEmpty() || renewed) {
            leaseSince = time;
        }
        lease = now;
        leads = now.filter(known -> !known.holder().isEmpty()).isPresent() && (leads || renewed);
        boolean works = now.map(known -> leads && known.led().compareTo(LEADS_FOR) >= 0)
                .orElse(!time.isBefore(settledSince.get().plus(COMPLETE_FOR)));
        if (works) {
            proven = observed;
        }
    }

    /** Since when no Pod leads, by the clock of who led last; empty if one may. A holder that has ended renews its Lease no more. */
    Optional<Instant> withoutLeaderSince(Instant time) {
        return lease.filter(known -> known.holder().isEmpty()
                        || !time.isBefore(leaseSince.plus(LOOKS))
                                && time.isAfter(
                                        known.renewed().plus(known.duration().dividedBy(2))))
                .map(LeaderLease::renewed);
    }
}
