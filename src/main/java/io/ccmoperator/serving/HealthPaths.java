// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving;

import io.ccmoperator.serving.connections.OneRequest;
import io.quarkus.runtime.LaunchMode;
import io.quarkus.vertx.http.runtime.filters.Filters;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.Set;

/**
 * Leaves {@code /healthz} and {@code /readyz} alone on Quarkus' main HTTP server. SmallRye Health serves startup, wellness
 * and group checks as well, which would be healthy without any check. In development mode the Dev UI is on this server.
 */
@Singleton
final class HealthPaths {
    private static final Set<String> SERVED = Set.of("/healthz", "/readyz");
    private static final int BEFORE_ALL_OTHERS = 10_000;

    void restrict(@Observes Filters filters) {
        if (LaunchMode.current() != LaunchMode.DEVELOPMENT) {
            filters.register(HealthPaths::filter, BEFORE_ALL_OTHERS);
        }
    }

    /** A request that Vert.x refuses before any handler, as one without Host, is answered without the line that Quarkus logs of a failure. */
    void refuse(@Observes Router router) {
        if (LaunchMode.current() != LaunchMode.DEVELOPMENT) {
            router.route().order(Integer.MIN_VALUE).failureHandler(HealthPaths::refused);
        }
    }

    private static void refused(RoutingContext context) {
        if (context.statusCode() == 400) {
            context.response().setStatusCode(400).end();
        } else {
            context.next();
        }
    }

    private static void filter(RoutingContext context) {
        OneRequest.on(context.request().connection());
        if (SERVED.contains(context.request().path())) {
            context.next();
        } else {
            context.response().setStatusCode(404).end();
        }
    }
}
