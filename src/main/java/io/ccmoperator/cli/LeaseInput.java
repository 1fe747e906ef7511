// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.cluster.GoDuration;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.Topology;
import io.ccmoperator.lease.LeaseFlags;
import io.ccmoperator.lease.LeaseSettings;
import java.time.Duration;
import java.util.Optional;
import picocli.CommandLine.Option;

/** The flags of leader election. */
final class LeaseInput {
    @Option(
            names = LeaseFlags.ENABLED,
            arity = "0..1",
            fallbackValue = "true",
            paramLabel = "true|false",
            description = "Elect one leader among several processes (default: true).")
    boolean enabled = true;

    @Option(
            names = LeaseFlags.DURATION,
            paramLabel = "DURATION",
            description = "How long others wait after the leader's last renewal "
                    + "(default: 137s; 270s where the control plane topology is SingleReplica).")
    String duration;

    @Option(
            names = LeaseFlags.RENEW_DEADLINE,
            paramLabel = "DURATION",
            description = "How long the leader leads without a renewal (default: 107s; 240s).")
    String renewDeadline;

    @Option(
            names = LeaseFlags.RETRY_PERIOD,
            paramLabel = "DURATION",
            description = "How often the leader renews the Lease and others read it (default: 26s; 60s).")
    String retryPeriod;

    @Option(
            names = LeaseFlags.NAMESPACE,
            paramLabel = "NAMESPACE",
            description = "The namespace of the Lease (default: ${DEFAULT-VALUE}).")
    String namespace = "openshift-cloud-controller-manager-operator";

    @Option(
            names = LeaseFlags.NAME,
            paramLabel = "NAME",
            description = "The name of the Lease (default: ${DEFAULT-VALUE}).")
    String name = LeaseSettings.DEFAULT_NAME;

    @Option(
            names = LeaseFlags.RESOURCE_LOCK,
            paramLabel = "KIND",
            description = "The kind of the lock; only leases is supported.")
    String resourceLock = LeaseSettings.RESOURCE_LOCK;

    /** @throws InvalidInputException if a value is not of its form, or values contradict each other; the message names the flag */
    LeaseFlags flags() {
        if (!resourceLock.equals(LeaseSettings.RESOURCE_LOCK)) {
            throw new InvalidInputException(LeaseFlags.RESOURCE_LOCK + ": '" + resourceLock
                    + "' is not supported; it is " + LeaseSettings.RESOURCE_LOCK);
        }
        LeaseFlags flags = new LeaseFlags(
                enabled,
                duration(LeaseFlags.DURATION, duration),
                duration(LeaseFlags.RENEW_DEADLINE, renewDeadline),
                duration(LeaseFlags.RETRY_PERIOD, retryPeriod),
                namespace,
                name);
        // The topology is not known yet, and makes no difference: its defaults are consistent, and apply where no
        // duration is given.
        LeaseSettings.of(flags, Topology.HIGHLY_AVAILABLE);
        return flags;
    }

    private static Optional<Duration> duration(String flag, String text) {
        return Optional.ofNullable(text).map(given -> GoDuration.parse(flag, given));
    }
}
