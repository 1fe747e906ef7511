/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.ccm;

import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.WatchedObjects;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The objects that one controller watches because of what it deploys; they change with the platform and its manifests. */
final class WatchSet {
    /** An API server that answers at all does so within this time. */
    private static final Duration KNOWN_WITHIN = Duration.ofSeconds(10);

    private final WatchedObjects objects;
    private final Runnable listener;
    private final Set<ObjectKey> watched = new LinkedHashSet<>();

    WatchSet(WatchedObjects objects, Runnable listener) {
        this.objects = objects;
        this.listener = listener;
    }

    /**
     * Watches these and no others, and waits until the server has told of each.
     *
     * @return what is not known in time, if anything
     */
    Optional<String> become(Set<ObjectKey> first, Set<ObjectKey> second) throws InterruptedException {
        Set<ObjectKey> wanted = new LinkedHashSet<>(first);
        wanted.addAll(second);
        wanted.stream().filter(key -> !watched.contains(key)).forEach(key -> objects.watch(key, listener));
        watched.stream().filter(key -> !wanted.contains(key)).forEach(key -> objects.unwatch(key, listener));
        watched.clear();
        watched.addAll(wanted);
        if (objects.awaitKnown(watched, KNOWN_WITHIN)) {
            return Optional.empty();
        }
        return Optional.of(watched.stream()
                .filter(key -> !objects.state(key).isKnown())
                .map(ObjectKey::toString)
                .collect(Collectors.joining(", ", "", " cannot be read")));
    }
}
