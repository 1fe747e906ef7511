// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.scenario;

import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.ccm.CcmPlan;
import io.ccmoperator.ccm.CcmReconciler;
import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ClusterObjects;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.cloudconfig.CloudConfigReconciler;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.events.EventRecorder;
import io.ccmoperator.kubeconfig.KubeconfigFlags;
import io.ccmoperator.metrics.Measured;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.plan.PlanSettings;
import io.ccmoperator.status.ClusterOperatorStatus;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.trustedca.TrustedCaReconciler;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The controllers, with the operator's own client, cache and status, as the leader. All run on one thread, one after the
 * other, whenever something that one of them watches has changed.
 */
final class ControllersUnderTest implements AutoCloseable {
    private static final long RETRY_MILLISECONDS = 100;

    private final Vertx vertx = Vertx.vertx();
    private final Clock clock = Clock.systemUTC();
    private final OperatorMetrics metrics = new Measured().metrics;
    private final ScheduledExecutorService executor = Executors.newSingleThreadScheduledExecutor();
    private final AtomicReference<Exception> failure = new AtomicReference<>();
    private final AtomicBoolean queued = new AtomicBoolean();
    private final Map<Controller, Callable<ReconcileResult>> controllers = new EnumMap<>(Controller.class);
    private final Map<Controller, ReconcileResult> results = new ConcurrentHashMap<>();
    private final ApiConnection connection;
    private final ClusterOperatorStatusWriter status;
    private final EventRecorder events;

    private ControllersUnderTest(Path kubeconfig) {
        connection = ApiConnection.open(KubeconfigFlags.of(kubeconfig), vertx, clock, Map.of(), (method, code) -> {});
        status = new ClusterOperatorStatusWriter(
                connection.server(),
                connection.objects(),
                ClusterOperatorStatus.of(
                        ReleaseVersion.of(Scenario.VERSION),
                        Distribution.OPENSHIFT,
                        Set.of(Scenario.MANAGED),
                        EnumSet.allOf(Controller.class)),
                () -> true,
                clock);
        events = new EventRecorder(connection.server(), status::subject, "scenario", () -> true, clock);
    }

    /**
     * Starts the controllers.
     *
     * @param systemBundle the operating system's trust bundle
     */
    static ControllersUnderTest start(Path kubeconfig, Path systemBundle, ImageReferences images) {
        ControllersUnderTest started = new ControllersUnderTest(kubeconfig);
        started.add(systemBundle, images);
        started.trigger();
        return started;
    }

    private void add(Path systemBundle, ImageReferences images) {
        ObjectCache objects = connection.objects();
        ClusterAccess access =
                new ClusterAccess(connection.server(), connection.lists(), objects, events, metrics, clock);
        ProviderIndex providers = ProviderIndex.load();
        PlanSettings cluster = new PlanSettings(
                Distribution.OPENSHIFT,
                "operator",
                Scenario.MANAGED,
                ReleaseVersion.of(Scenario.VERSION),
                () -> false,
                () -> Optional.empty(),
                providers);
        CcmPlan.Inputs inputs = new CcmPlan.Inputs(cluster, () -> images, Optional.of(TlsSettings.UNSET));
        objects.watch(ClusterOperatorStatusWriter.KEY, this::trigger);
        objects.watch(ClusterObjects.INFRASTRUCTURE, this::trigger);
        controllers.put(
                Controller.CLOUD_CONFIG,
                new CloudConfigReconciler(access, status, cluster, () -> images, this::trigger)::reconcile);
        controllers.put(
                Controller.TRUSTED_CA,
                new TrustedCaReconciler(access, status, cluster, systemBundle, this::trigger)::reconcile);
        controllers.put(
                Controller.CLOUD_CONTROLLER_MANAGER,
                new CcmReconciler(access, status, inputs, this::trigger)::reconcile);
    }

    private void trigger() {
        if (queued.compareAndSet(false, true) && !executor.isShutdown()) {
            executor.execute(this::reconcile);
        }
    }

    private void reconcile() {
        queued.set(false);
        try {
            status.observe();
            boolean again = false;
            for (Map.Entry<Controller, Callable<ReconcileResult>> controller : controllers.entrySet()) {
                ReconcileResult result = controller.getValue().call();
                results.put(controller.getKey(), result);
                again |= status.report(controller.getKey(), result) || result instanceof ReconcileResult.Degraded;
            }
            status.flush();
            if (again) {
                requeueLater();
            }
        } catch (ApiException e) {
            // Another client was faster: the next run sees its write.
            requeueLater();
        } catch (Exception e) {
            failure.compareAndSet(null, e);
        }
    }

    /** What the last reconcile of a controller gave; null before the first. */
    ReconcileResult result(Controller controller) {
        return results.get(controller);
    }

    /** Fails if a controller has thrown an exception, which none ever should. */
    void check() {
        if (failure.get() != null) {
            throw new AssertionError("a controller failed", failure.get());
        }
    }

    private void requeueLater() {
        executor.schedule(this::trigger, RETRY_MILLISECONDS, TimeUnit.MILLISECONDS);
    }

    @Override
    public void close() {
        executor.shutdownNow();
        events.stop(Duration.ofSeconds(2));
        connection.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }
}
