// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import io.ccmoperator.assets.validation.InvalidProvidersException;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.Optional;
import java.util.Set;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Reduces the record of a failed build to the message of the rules, and logs it once. Quarkus logs the failure with the stack traces
 * of the build, which repeat the message, and builds again for each request of a browser.
 */
final class FaultFilter implements Filter {
    /** That logs failed builds. */
    static final String LOGGER = "io.quarkus.deployment.dev.IsolatedDevModeMain";

    private static final Logger QUARKUS = Logger.getLogger(LOGGER);

    private volatile String logged = "";

    /** Applies to all failures from now on: the one that is about to be logged, and those after a change of a file. */
    static void install() {
        QUARKUS.setFilter(new FaultFilter());
    }

    /** The providers are valid: the same fault is logged when it occurs again. */
    static void forget() {
        if (QUARKUS.getFilter() instanceof FaultFilter filter) {
            filter.logged = "";
        }
    }

    /** The fault that made the build fail; empty where another cause did. */
    static Optional<InvalidProvidersException> faultIn(Throwable failure) {
        Deque<Throwable> open = new ArrayDeque<>();
        Set<Throwable> seen = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Throwable next = failure; next != null; next = open.poll()) {
            if (next instanceof InvalidProvidersException fault) {
                return Optional.of(fault);
            }
            if (seen.add(next)) {
                // Quarkus has the failures of further build steps among the suppressed ones.
                open.addAll(Arrays.asList(next.getSuppressed()));
                if (next.getCause() != null) {
                    open.addFirst(next.getCause());
                }
            }
        }
        return Optional.empty();
    }

    @Override
    public boolean isLoggable(LogRecord failure) {
        Optional<InvalidProvidersException> fault = faultIn(failure.getThrown());
        String message = fault.map(Throwable::getMessage).orElse("");
        boolean repeated = fault.isPresent() && message.equals(logged);
        logged = message;
        if (fault.isPresent()) {
            failure.setThrown(null);
            // As a parameter: the message may quote braces.
            failure.setMessage("{0}");
            failure.setParameters(new Object[] {
                message + "\nThe operator is not running. It starts when a file of a provider is saved without a fault."
            });
        }
        return !repeated;
    }
}
