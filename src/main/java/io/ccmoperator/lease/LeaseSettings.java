// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.lease;

import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.text.DnsName;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.GoDuration;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.Topology;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The settings of leader election.
 *
 * @param enabled false: this process leads without a Lease, and the other settings have no effect
 * @param duration how long others wait after they saw the holder's last renewal; longer than renewDeadline
 * @param renewDeadline how long the holder leads without a renewal; longer than 1.2 times retryPeriod, as in Kubernetes'
 *     client-go
 * @param retryPeriod the time from one renewal, or one read of a Lease that another process holds, to the next; positive
 * @param namespace the namespace of the Lease
 * @param name the name of the Lease
 */
public record LeaseSettings(
        boolean enabled,
        Duration duration,
        Duration renewDeadline,
        Duration retryPeriod,
        String namespace,
        String name) {
    /** The name of the Lease where no flag gives one. */
    public static final String DEFAULT_NAME = "cluster-cloud-controller-manager-leader";

    /** The only value of --leader-elect-resource-lock. */
    public static final String RESOURCE_LOCK = "leases";

    private static final Timing DEFAULT =
            new Timing(Duration.ofSeconds(137), Duration.ofSeconds(107), Duration.ofSeconds(26));
    private static final Timing SINGLE_REPLICA =
            new Timing(Duration.ofSeconds(270), Duration.ofSeconds(240), Duration.ofSeconds(60));

    /** spec.leaseDurationSeconds is a 32-bit number. */
    private static final Duration LONGEST = Duration.ofSeconds(Integer.MAX_VALUE);

    private record Timing(Duration duration, Duration renewDeadline, Duration retryPeriod) {}

    /** @throws InvalidInputException if the values contradict each other; each line of the message names its flag */
    public LeaseSettings {
        List<String> faults =
                enabled ? faults(duration, renewDeadline, retryPeriod, namespace, name) : List.<String>of();
        if (!faults.isEmpty()) {
            throw new InvalidInputException(faults);
        }
    }

    /**
     * Fills in the defaults: 137 s, 107 s and 26 s; if none of the three is given and the control plane is
     * SingleReplica, 270 s, 240 s and 60 s (OpenShift's conventions for highly available and single-node clusters).
     *
     * @throws InvalidInputException if the values contradict each other; each line of the message names its flag
     */
    public static LeaseSettings of(LeaseFlags flags, Topology topology) {
        Timing timing = flags.hasNoTiming() && topology == Topology.SINGLE_REPLICA ? SINGLE_REPLICA : DEFAULT;
        return new LeaseSettings(
                flags.enabled(),
                flags.duration().orElse(timing.duration()),
                flags.renewDeadline().orElse(timing.renewDeadline()),
                flags.retryPeriod().orElse(timing.retryPeriod()),
                flags.namespace(),
                flags.name());
    }

    /** The Lease: the object to read, and to watch for {@link LeaderElection#leaseChanged}. */
    public ObjectKey key() {
        return new ObjectKey(ResourceKind.LEASE, namespace, name);
    }

    private static List<String> faults(
            Duration duration, Duration renewDeadline, Duration retryPeriod, String namespace, String name) {
        List<String> faults = new ArrayList<>();
        notPositive(LeaseFlags.DURATION, duration, faults);
        notPositive(LeaseFlags.RENEW_DEADLINE, renewDeadline, faults);
        notPositive(LeaseFlags.RETRY_PERIOD, retryPeriod, faults);
        if (duration.compareTo(LONGEST) > 0) {
            faults.add(LeaseFlags.DURATION + ": " + GoDuration.format(duration) + " does not fit into a Lease; give "
                    + GoDuration.format(LONGEST) + " at most");
        }
        if (faults.isEmpty() && duration.compareTo(renewDeadline) <= 0) {
            faults.add(notLonger(LeaseFlags.DURATION, duration, LeaseFlags.RENEW_DEADLINE, renewDeadline));
        }
        if (faults.isEmpty() && renewDeadline.multipliedBy(5).compareTo(retryPeriod.multipliedBy(6)) <= 0) {
            faults.add(notLonger(
                    LeaseFlags.RENEW_DEADLINE, renewDeadline, "1.2 times " + LeaseFlags.RETRY_PERIOD, retryPeriod));
        }
        notAName(LeaseFlags.NAMESPACE, namespace, DnsName.LABEL, faults);
        notAName(LeaseFlags.NAME, name, DnsName.SUBDOMAIN, faults);
        return faults;
    }

    private static void notPositive(String flag, Duration value, List<String> faults) {
        if (value.isNegative() || value.isZero()) {
            faults.add(flag + ": " + GoDuration.format(value) + " is not more than 0s; give a positive duration");
        }
    }

    private static String notLonger(String flag, Duration value, String than, Duration other) {
        return flag + ": " + GoDuration.format(value) + " must be longer than " + than + " (" + GoDuration.format(other)
                + "); lengthen the one or shorten the other";
    }

    private static void notAName(String flag, String value, DnsName form, List<String> faults) {
        if (!form.matches(value)) {
            faults.add(
                    flag + ": '" + value
                            + "' is not a valid Kubernetes resource name; use lower-case letters, digits and '-', a letter or digit at both ends");
        }
    }
}
