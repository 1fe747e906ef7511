/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.serving;

import java.io.IOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds in a failure of Quarkus' start the address that could not be listened on. */
public final class ListenFailure {
    /** The start of Quarkus' message, the only mark of its second server. */
    private static final String OF_METRICS = "Unable to start the management interface";

    private ListenFailure() {}

    /**
     * A line that names flag, address and cause.
     *
     * @return empty if the start has failed for another reason
     */
    public static Optional<String> of(Throwable failure, ListenAddress health, MetricsSettings metrics) {
        Optional<IOException> cause = causes(failure)
                .filter(any -> any instanceof SocketException || any instanceof UnknownHostException)
                .map(IOException.class::cast)
                .reduce((outer, inner) -> inner);
        boolean ofMetrics = causes(failure)
                .anyMatch(any -> any.getMessage() != null && any.getMessage().startsWith(OF_METRICS));
        if (ofMetrics && metrics.address().isPresent()) {
            return cause.map(
                    reason -> line("--metrics-bind-address", metrics.address().get(), reason));
        }
        return cause.map(reason -> line("--health-addr", health, reason));
    }

    private static String line(String flag, ListenAddress address, IOException reason) {
        String message = String.valueOf(reason.getMessage());
        // Quarkus puts the port in front.
        String why = message.substring(message.lastIndexOf(": ") + 1).strip();
        return flag + ": cannot listen on " + address + ": " + why + "; free the address, or choose another one";
    }

    private static Stream<Throwable> causes(Throwable failure) {
        return Stream.iterate(failure, any -> any != null, Throwable::getCause);
    }
}
