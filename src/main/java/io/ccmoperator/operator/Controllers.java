/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;
import static io.ccmoperator.client.ClusterObjects.PROXY;

import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.ccm.CcmController;
import io.ccmoperator.ccm.FactsReader;
import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cloudconfig.CloudConfigController;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.files.ImagesFile;
import io.ccmoperator.files.UnknownFields;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.metrics.ReconcileMetrics;
import io.ccmoperator.operator.ControllerRun.DomainReconciler;
import io.ccmoperator.serving.tls.EffectiveTlsSettings;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.trustedca.TrustedCaController;
import io.quarkiverse.operatorsdk.runtime.QuarkusConfigurationService;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.time.Clock;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.Executor;

/** The controllers that {@code --controllers} names: their parts, and what triggers them. */
@Singleton
final class Controllers {
    /** A list with a limit comes from the store, not from a cache of the API server that may be old. */
    static final long LIST_LIMIT = 1;

    /** Longer than a process lives: results say when the next reconcile is due, and a terminal failure has none. */
    static final long NO_RESYNC_HOURS = 87_600;

    static final int RETRY_FOREVER = -1;
    static final long FIRST_RETRY_MILLIS = 1_000;
    static final long LAST_RETRY_MILLIS = 60_000;
    static final double RETRY_FACTOR = 2;

    /** An event that comes during a reconcile lets the SDK skip its backoff; this limits what that may cost. */
    static final int RECONCILES_PER_SECOND = 20;

    private final Settings settings;
    private final Vertx vertx;
    private final Clock clock;
    private final ObjectCache objects;
    private final ApiServer server;
    private final OperatorMetrics metrics;
    private final ReconcileMetrics reconciliations;
    private final Leadership leadership;
    private final EffectiveTlsSettings tls;
    private final Reporting reporting;
    private final ReconcileGate gate;
    private final Executor executor;
    private final ProviderIndex providers = ProviderIndex.load();
    private final Map<Controller, ControllerRuntime> runtimes = new EnumMap<>(Controller.class);

    Controllers(
            Settings settings,
            Vertx vertx,
            Clock clock,
            ApiConnection connection,
            LeaderOnly server,
            OperatorMetrics metrics,
            ReconcileMetrics reconciliations,
            Leadership leadership,
            EffectiveTlsSettings tls,
            Reporting reporting,
            ReconcileGate gate,
            QuarkusConfigurationService sdk) {
        this.settings = settings;
        this.vertx = vertx;
        this.clock = clock;
        this.objects = connection.objects();
        this.server = server;
        this.metrics = metrics;
        this.reconciliations = reconciliations;
        this.leadership = leadership;
        this.tls = tls;
        this.reporting = reporting;
        this.gate = gate;
        this.executor = sdk.getExecutorServiceManager().reconcileExecutorService();
        settings.controllers().forEach(controller -> runtimes.put(controller, runtimeOf(controller)));
    }

    /**
     * The runtime of a controller.
     *
     * @throws IllegalStateException if this process does not run the controller
     */
    ControllerRuntime runtime(Controller controller) {
        ControllerRuntime runtime = runtimes.get(controller);
        if (runtime == null) {
            throw new IllegalStateException("controller " + controller.value() + " is not run by this process");
        }
        return runtime;
    }

    /** Lets all controllers run soon. */
    void requeueAll() {
        runtimes.values().forEach(ControllerRuntime::requeue);
    }

    private ControllerRuntime runtimeOf(Controller controller) {
        ObjectKey primary = controller == Controller.TRUSTED_CA ? PROXY : INFRASTRUCTURE;
        return new ControllerRuntime(
                primary, objects, executor, leadership::isLeading, requeue -> run(controller, requeue));
    }

    private ControllerRun run(Controller controller, Runnable requeue) {
        DomainReconciler domain = switch (controller) {
            case CLOUD_CONTROLLER_MANAGER -> ccm(requeue);
            case CLOUD_CONFIG -> cloudConfig(requeue);
            case TRUSTED_CA -> trustedCa(requeue);
        };
        metrics.expect(controller.value(), ReconcileResult.words());
        return new ControllerRun(
                controller, domain, leadership::isLeading, gate, result -> report(controller, result), reconciliations);
    }

    private void report(Controller controller, ReconcileResult result) {
        if (controller == Controller.CLOUD_CONFIG && result instanceof ReconcileResult.Converged) {
            metrics.cloudConfigSucceeded(clock.instant());
        }
        reporting.report(controller, result);
    }

    private DomainReconciler ccm(Runnable requeue) {
        FileWatch.begin(settings.imagesJson(), vertx, requeue);
        FactsReader facts = new FactsReader(objects, settings.namespace(), settings.version(), tls, clock);
        return new CcmController(
                access(),
                reporting.status(),
                providers,
                facts,
                () -> new ImageReferences(ImagesFile.read(settings.imagesJson(), UnknownFields.reject())),
                requeue)::reconcile;
    }

    private DomainReconciler cloudConfig(Runnable requeue) {
        return new CloudConfigController(access(), providers, settings.namespace(), settings.version(), requeue)
                ::reconcile;
    }

    private DomainReconciler trustedCa(Runnable requeue) {
        FileWatch.begin(settings.systemTrustBundle(), vertx, requeue);
        return new TrustedCaController(access(), settings.namespace(), settings.systemTrustBundle(), requeue)
                ::reconcile;
    }

    private ClusterAccess access() {
        return new ClusterAccess(server, objects, reporting.events(), metrics, clock);
    }
}
