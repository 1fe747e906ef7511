/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.lease;

import java.time.Duration;

/** What a Lease that was seen means for this process. */
sealed interface Decision {
    /** It may be taken: it was released, or its holder was silent for longer than its duration. */
    record Acquire() implements Decision {}

    /** This process holds it. */
    record Renew() implements Decision {}

    /**
     * Another process holds it.
     *
     * @param untilNanos the local monotonic time at which it may be taken, unless it is renewed until then
     */
    record Wait(long untilNanos) implements Decision {}

    /**
     * This process leads no longer: the Lease is not its own any more.
     *
     * @param reason who holds it
     */
    record Lost(String reason) implements Decision {}

    /**
     * Decides by local monotonic time alone: the times in the Lease come from another machine's clock and are never compared
     * with this one's. The holder stops leading renewDeadline after it <em>sent</em> its last renewal; that is before anybody
     * could see it, so a wait of the longer duration from then on outlasts it.
     *
     * @param leading whether this process leads up to now
     * @param otherwise the duration of a Lease that does not say it
     */
    static Decision on(ObservedLease sighting, String identity, boolean leading, Duration otherwise, long nowNanos) {
        String holder = sighting.lease().holder();
        if (holder.equals(identity)) {
            return new Renew();
        }
        if (leading) {
            return new Lost(holder.isEmpty() ? "it is released by another client" : "it is held by " + holder);
        }
        if (holder.isEmpty()) {
            return new Acquire();
        }
        long until =
                sighting.sinceNanos() + sighting.lease().duration(otherwise).toNanos();
        return nowNanos - until >= 0 ? new Acquire() : new Wait(until);
    }
}
