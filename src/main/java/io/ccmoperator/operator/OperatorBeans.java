// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.metrics.ReconcileMetrics;
import io.ccmoperator.serving.tls.EffectiveTlsSettings;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.quarkiverse.operatorsdk.runtime.QuarkusConfigurationService;
import io.quarkus.arc.Unremovable;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.Map;

/** Beans of the running operator that are made from others, or by a library. */
@Singleton
final class OperatorBeans {
    @Produces
    @Singleton
    Clock clock() {
        return Clock.systemUTC();
    }

    /**
     * The connection to the API server.
     *
     * @throws io.ccmoperator.cluster.InvalidInputException if the kubeconfig or the service account is invalid
     */
    @Produces
    @Singleton
    ApiConnection connection(Settings settings, Vertx vertx, Clock clock, OperatorMetrics metrics) {
        return ApiConnection.open(
                settings.files().kubeconfig(),
                vertx,
                clock,
                Map.of(
                        ResourceKind.INFRASTRUCTURE, InfrastructureResource.class,
                        ResourceKind.PROXY, ProxyResource.class),
                metrics::requested);
    }

    /** The client that the SDK uses; {@link ApiConnection} closes it. */
    @Produces
    @Singleton
    @Unremovable
    KubernetesClient kubernetes(ApiConnection connection) {
        return connection.kubernetes();
    }

    @Produces
    @Singleton
    WriteGuard writes(ApiConnection connection, Leadership leadership, OperatorMetrics metrics) {
        return new WriteGuard(connection.server(), leadership::isLeading, metrics);
    }

    @Produces
    @Singleton
    EffectiveTlsSettings tls(Settings settings, ApiConnection connection) {
        return new EffectiveTlsSettings(settings.endpoints().tls(), connection.objects());
    }

    @Produces
    @Singleton
    ProviderIndex providers() {
        return ProviderIndex.load();
    }

    @Produces
    @Singleton
    ClusterAccess cluster(
            WriteGuard server, ApiConnection connection, Reporting reporting, OperatorMetrics metrics, Clock clock) {
        return new ClusterAccess(server, connection.objects(), reporting.events(), metrics, clock);
    }

    @Produces
    @Singleton
    OperatorReconciler.Shared shared(
            ApiConnection connection,
            QuarkusConfigurationService sdk,
            Leadership leadership,
            ReconcileGate gate,
            Reporting reporting,
            ReconcileMetrics metrics) {
        return new OperatorReconciler.Shared(
                connection.objects(),
                sdk.getExecutorServiceManager().reconcileExecutorService(),
                leadership::isLeading,
                gate,
                reporting::report,
                metrics);
    }

    /** Instead of the operator that Quarkus makes of all reconcilers. */
    @Produces
    @Singleton
    Operator operator(Controllers controllers) {
        return controllers.operator();
    }
}
