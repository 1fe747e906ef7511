// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devmode;

import java.util.Arrays;
import java.util.logging.Filter;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Drops failed requests of a page of the Dev UI that is open while the application restarts. Quarkus logs each with a stack trace, and
 * the page asks again.
 */
final class RestartFilter implements Filter {
    /** That logs failed requests. */
    static final String LOGGER = "io.quarkus.vertx.http.runtime.QuarkusErrorHandler";

    private static final Logger QUARKUS = Logger.getLogger(LOGGER);
    private static final String PAGES = "/q/dev-ui/";

    /** Applies from now on. */
    static void install() {
        QUARKUS.setFilter(new RestartFilter());
    }

    @Override
    public boolean isLoggable(LogRecord failure) {
        return failure.getParameters() == null
                || Arrays.stream(failure.getParameters())
                        .noneMatch(parameter -> String.valueOf(parameter).startsWith(PAGES));
    }
}
