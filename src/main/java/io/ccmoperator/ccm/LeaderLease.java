// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ObjectKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The Lease by which the Pods of a cloud controller manager elect their leader, as it is now. Both times are those of the holder's clock.
 *
 * @param holder identity; empty if it was released
 * @param acquired when the holder acquired it
 * @param renewed when the holder has last renewed it
 * @param duration how long after that others wait
 */
record LeaderLease(String holder, Instant acquired, Instant renewed, Duration duration) {
    private static final String CONTAINER = "cloud-controller-manager";
    private static final String ELECTS = "--leader-elect=true";
    private static final String NAME = "--leader-elect-resource-name=";
    private static final String NAMESPACE = "--leader-elect-resource-namespace=";

    /** The Lease that the flags of a workload name; empty if its program elects no leader. */
    static Optional<ObjectKey> key(KubernetesObject workload) {
        return workload.containers().stream()
                .filter(container -> CONTAINER.equals(container.get("name"))
                        && words(container).anyMatch(ELECTS::equals))
                .map(container -> new ObjectKey(
                        ResourceKind.LEASE,
                        flag(container, NAMESPACE).orElse("kube-system"),
                        flag(container, NAME).orElse(CONTAINER)))
                .findFirst();
    }

    private static Optional<String> flag(Map<String, Object> container, String flag) {
        return words(container)
                .filter(word -> word.startsWith(flag))
                .map(word -> word.substring(flag.length()))
                .reduce((before, last) -> last);
    }

    private static Stream<String> words(Map<String, Object> container) {
        FieldReader fields = FieldReader.of(container);
        return Stream.concat(fields.strings("command").stream(), fields.strings("args").stream());
    }

    /** Empty if no process has ever held it. */
    static Optional<LeaderLease> of(KubernetesObject lease) {
        FieldReader spec = lease.fields().field("spec");
        return spec.time("acquireTime")
                .flatMap(acquired -> spec.time("renewTime")
                        .map(renewed -> new LeaderLease(
                                spec.string("holderIdentity"),
                                acquired,
                                renewed,
                                Duration.ofSeconds(
                                        spec.number("leaseDurationSeconds").orElse(0L)))));
    }

    /** How long the holder had led when it last renewed it. */
    Duration led() {
        return Duration.between(acquired, renewed);
    }
}
