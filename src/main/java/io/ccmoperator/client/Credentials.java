/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * The value of the header Authorization. It is read anew where it may have changed: the kubelet renews the token of a
 * service account in its file, and a kubeconfig may get its token from a program.
 */
final class Credentials {
    private static final Logger LOG = Logger.getLogger(Credentials.class);

    private final Supplier<Optional<String>> source;
    private final Duration maxAge;
    private final Clock clock;
    private Optional<String> value;
    private Instant readAt;

    /**
     * @param source reads the value; what it throws is logged, and the value before is used on
     * @param maxAge how long a value is used before it is read again
     */
    Credentials(Supplier<Optional<String>> source, Duration maxAge, Clock clock) {
        this.source = source;
        this.maxAge = maxAge;
        this.clock = clock;
        this.value = source.get();
        this.readAt = clock.instant();
    }

    /** The value; empty where one is known by a client certificate, or not at all. */
    synchronized Optional<String> authorization() {
        if (readAt.plus(maxAge).isBefore(clock.instant())) {
            read();
        }
        return value;
    }

    /**
     * The server does not know the value (any more): reads it again.
     *
     * @return true if there is another value now, so that it is worth to ask again
     */
    synchronized boolean renewed() {
        Optional<String> refused = value;
        read();
        return !value.equals(refused);
    }

    private void read() {
        readAt = clock.instant();
        try {
            value = source.get();
        } catch (RuntimeException e) {
            LOG.warnf("The credentials for the API server cannot be read again: %s", e.getMessage());
        }
    }
}
