// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.kubelet;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Function;

/**
 * The election of a leader among Pods by a Lease, as client-go has it: a holder that has ended releases nothing, and another one waits until its Lease has
 * expired. The clock of a holder may run faster than the others'.
 *
 * @param duration of the Lease
 * @param speed how many seconds a second of the holder's clock has
 * @param ends how long after it has acquired the Lease the program of a Pod ends; empty: never
 */
record Election(Duration duration, int speed, Function<KubernetesObject, Optional<Duration>> ends) {
    private static final Duration RETRY = Duration.ofSeconds(1);

    /** Who holds the Lease. */
    record Holder(String identity, Instant acquired, Instant renewed) {}

    /** Who holds it now. @param running the Pods whose containers run */
    Optional<Holder> next(Optional<Holder> before, Collection<String> running, Instant now) {
        Optional<Holder> alive = before.filter(holder -> running.contains(holder.identity()));
        if (alive.isPresent()) {
            return alive.map(holder -> now.isBefore(holder.renewed().plus(RETRY))
                    ? holder
                    : new Holder(holder.identity(), holder.acquired(), now));
        }
        boolean expired = before.filter(holder -> now.isBefore(holder.renewed().plus(duration)))
                .isEmpty();
        return expired
                ? running.stream()
                        .sorted()
                        .findFirst()
                        .map(identity -> new Holder(identity, now, now))
                        .or(() -> before)
                : before;
    }

    /** Whether the program of its holder ends now. */
    boolean isOver(Holder holder, KubernetesObject pod, Instant now) {
        return ends.apply(pod)
                .filter(end -> !now.isBefore(holder.acquired().plus(end)))
                .isPresent();
    }

    /** The Lease as its holder writes it. */
    KubernetesObject lease(String namespace, Holder holder) {
        Instant renewed = holder.acquired()
                .plus(Duration.between(holder.acquired(), holder.renewed()).multipliedBy(speed));
        return YamlText.manifest("""
                apiVersion: coordination.k8s.io/v1
                kind: Lease
                metadata: {name: cloud-controller-manager, namespace: %s}
                spec:
                  holderIdentity: %s
                  leaseDurationSeconds: %d
                  acquireTime: '%s'
                  renewTime: '%s'
                """.formatted(
                namespace, holder.identity(), duration.toSeconds(), micros(holder.acquired()), micros(renewed)));
    }

    private static String micros(Instant time) {
        return DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSSSSS'Z'")
                .withZone(ZoneOffset.UTC)
                .format(time);
    }
}
