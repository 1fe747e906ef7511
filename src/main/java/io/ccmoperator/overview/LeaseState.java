// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.overview;

import io.ccmoperator.assets.KubernetesObject;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Who leads, by the Lease and the clock of this machine.
 *
 * @param leads whether the Lease is held and has not expired
 * @param holder identity; empty when no process holds the Lease
 * @param renewed RFC 3339; empty when the Lease was never renewed
 */
record LeaseState(boolean leads, String holder, String renewed) {
    static LeaseState of(Optional<KubernetesObject> lease, Instant now) {
        String holder = lease.map(object -> object.fields().string("spec", "holderIdentity"))
                .orElse("");
        if (holder.isEmpty()) {
            return new LeaseState(false, "", "");
        }
        String renewed = lease.get().fields().string("spec", "renewTime");
        boolean expired = lease.get()
                .fields()
                .time("spec", "renewTime")
                .filter(last -> now.isAfter(last.plus(duration(lease.get()))))
                .isPresent();
        return new LeaseState(!expired, holder, renewed);
    }

    private static Duration duration(KubernetesObject lease) {
        return Duration.ofSeconds(
                lease.fields().number("spec", "leaseDurationSeconds").orElse(0L));
    }
}
