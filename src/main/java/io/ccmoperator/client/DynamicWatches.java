// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** The objects that one controller watches at the moment; they depend on the state of the cluster. */
public final class DynamicWatches {
    /** An API server that answers at all does so within this time. */
    private static final Duration KNOWN_WITHIN = Duration.ofSeconds(10);

    private final ObjectCache objects;
    private final Runnable listener;
    private final Set<ObjectKey> watched = new LinkedHashSet<>();

    /** @param listener is notified of every change of one of them */
    public DynamicWatches(ObjectCache objects, Runnable listener) {
        this.objects = objects;
        this.listener = listener;
    }

    /**
     * Watches these and no others, and waits until each is synced.
     *
     * @return what is not known in time, if anything
     */
    public Optional<String> replaceWith(Set<ObjectKey> expected) throws InterruptedException {
        expected.stream().filter(key -> !watched.contains(key)).forEach(key -> objects.watch(key, listener));
        watched.stream().filter(key -> !expected.contains(key)).forEach(key -> objects.unwatch(key, listener));
        watched.clear();
        watched.addAll(expected);
        if (objects.awaitSynced(watched, KNOWN_WITHIN)) {
            return Optional.empty();
        }
        return Optional.of(watched.stream()
                .filter(key -> !objects.state(key).isSynced())
                .map(ObjectKey::toString)
                .collect(Collectors.joining(", ", "", " cannot be read")));
    }
}
