// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.eclipse.microprofile.health.HealthCheck;
import org.eclipse.microprofile.health.HealthCheckResponse;
import org.eclipse.microprofile.health.Liveness;
import org.eclipse.microprofile.health.Readiness;

/**
 * The checks of /healthz and /readyz. A process that has not been wired yet is live, and not ready. That event loops answer
 * is not a check of its own: one of them answers the request.
 */
@Singleton
final class HealthChecks {
    private final OperatorProcess operator;

    HealthChecks(OperatorProcess operator) {
        this.operator = operator;
    }

    @Produces
    @Singleton
    @Liveness
    HealthCheck watches() {
        return liveness("watches", parts -> parts.connection().objects().isAlive());
    }

    @Produces
    @Singleton
    @Liveness
    HealthCheck status() {
        return liveness("status", parts -> parts.status().isAlive());
    }

    @Produces
    @Singleton
    @Liveness
    HealthCheck controllers() {
        return liveness("controllers", parts -> parts.controllers().isAlive());
    }

    @Produces
    @Singleton
    @Readiness
    HealthCheck caches() {
        return check(
                "caches",
                () -> operator.parts()
                        .filter(parts -> parts.connection().objects().hasSynced())
                        .isPresent());
    }

    private HealthCheck liveness(String name, Predicate<OperatorProcess.Parts> alive) {
        return check(name, () -> operator.parts().stream().allMatch(alive));
    }

    private static HealthCheck check(String name, BooleanSupplier passed) {
        return () ->
                HealthCheckResponse.named(name).status(passed.getAsBoolean()).build();
    }
}
