// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.ServerVersion;
import io.ccmoperator.client.SingleNode;
import io.ccmoperator.events.EventRecorder;
import io.ccmoperator.lease.Hostname;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.metrics.ReconcileMetrics;
import io.ccmoperator.plan.PlanSettings;
import io.ccmoperator.serving.tls.EffectiveTlsSettings;
import io.ccmoperator.status.ClusterOperatorStatus;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.javaoperatorsdk.operator.Operator;
import io.micrometer.core.instrument.MeterRegistry;
import io.prometheus.client.CollectorRegistry;
import io.quarkiverse.operatorsdk.runtime.QuarkusConfigurationService;
import io.quarkus.arc.Unremovable;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

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
                        ResourceKind.CLOUD_CONTROLLER_MANAGER, CloudControllerManagerResource.class),
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
    EffectiveTlsSettings tls(Settings settings, ApiConnection connection, ClusterDescription description) {
        return new EffectiveTlsSettings(settings.endpoints().tls(), description, connection.objects());
    }

    /** For those who must not wait for a list of nodes, and to whom their number does not matter. */
    @Produces
    @Singleton
    ClusterDescription description(Settings settings, ApiConnection connection, ProviderIndex providers) {
        return new ClusterDescription(
                settings.distribution(),
                settings.namespaces().operator(),
                connection.objects()::state,
                () -> false,
                providers);
    }

    @Produces
    @Singleton
    PlanSettings plans(
            Settings settings, SingleNode singleNode, ApiConnection connection, Clock clock, ProviderIndex providers) {
        return new PlanSettings(
                settings.distribution(),
                settings.namespaces().operator(),
                settings.namespaces().managed(),
                settings.version(),
                singleNode,
                new ServerVersion(connection::version, clock),
                providers);
    }

    @Produces
    @Singleton
    ProviderIndex providers() {
        return ProviderIndex.load();
    }

    @Produces
    @Singleton
    ClusterOperatorStatusWriter status(
            WriteGuard server, ApiConnection connection, Settings settings, Leadership leadership, Clock clock) {
        Set<String> namespaces = new TreeSet<>(
                List.of(settings.namespaces().operator(), settings.namespaces().managed()));
        ClusterOperatorStatus initial = ClusterOperatorStatus.of(
                settings.version(), settings.distribution(), namespaces, settings.controllers());
        return new ClusterOperatorStatusWriter(server, connection.objects(), initial, leadership::isLeading, clock);
    }

    @Produces
    @Singleton
    EventRecorder events(WriteGuard server, ClusterOperatorStatusWriter status, Leadership leadership, Clock clock) {
        return new EventRecorder(server, status::subject, Hostname.get(), leadership::isLeading, clock);
    }

    @Produces
    @Singleton
    SingleNode singleNode(ApiConnection connection, Clock clock) {
        return new SingleNode(connection.lists(), clock);
    }

    @Produces
    @Singleton
    ClusterAccess cluster(
            WriteGuard server, ApiConnection connection, EventRecorder events, OperatorMetrics metrics, Clock clock) {
        return new ClusterAccess(server, connection.lists(), connection.objects(), events, metrics, clock);
    }

    @Produces
    @Singleton
    OperatorReconciler.Shared shared(
            ApiConnection connection,
            QuarkusConfigurationService sdk,
            Leadership leadership,
            ReconcileGate gate,
            StatusLoop status,
            ReconcileMetrics metrics) {
        return new OperatorReconciler.Shared(
                connection.objects(),
                sdk.getExecutorServiceManager().reconcileExecutorService(),
                leadership::isLeading,
                gate,
                status::report,
                metrics);
    }

    /** Instead of the operator that Quarkus makes of all reconcilers. */
    @Produces
    @Singleton
    Operator operator(Controllers controllers) {
        return controllers.operator();
    }

    /** Those below Quarkus' Prometheus registry, in place of its default, which each injection would have its own of. */
    @Produces
    @Singleton
    CollectorRegistry collectors() {
        return new CollectorRegistry(true);
    }

    @Produces
    @Singleton
    OperatorMetrics operatorMetrics(MeterRegistry registry, CollectorRegistry collectors) {
        return new OperatorMetrics(registry, collectors);
    }

    /** The operator SDK takes them for its own Metrics, in place of its default. */
    @Produces
    @Singleton
    ReconcileMetrics reconcileMetrics(MeterRegistry registry, OperatorMetrics metrics) {
        return new ReconcileMetrics(registry, metrics);
    }
}
