/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.operator;

import static io.ccmoperator.client.ClusterObjects.INFRASTRUCTURE;

import io.ccmoperator.assets.Manifest;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.ccm.CcmController;
import io.ccmoperator.client.ApiConnection;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.Observed;
import io.ccmoperator.client.WatchedObjects;
import io.ccmoperator.cloudconfig.CloudConfigController;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.Topology;
import io.ccmoperator.files.ImagesFile;
import io.ccmoperator.files.UnknownFields;
import io.ccmoperator.lease.Hostname;
import io.ccmoperator.lease.LeaderElection;
import io.ccmoperator.lease.LeadershipListener;
import io.ccmoperator.lease.LeaseSettings;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.metrics.PolledCollectorRegistry;
import io.ccmoperator.metrics.RuntimeMetrics;
import io.ccmoperator.serving.HealthCheck;
import io.ccmoperator.serving.HealthServer;
import io.ccmoperator.serving.tls.TlsInForce;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.EventRecorder;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.StatusOwner;
import io.ccmoperator.trustedca.TrustedCaController;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.Quarkus;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.jboss.logging.Logger;

/** The parts of the running operator, and their life: connect, watch, be elected, control, stop. */
final class OperatorProcess implements LeadershipListener {
    private static final Logger LOG = Logger.getLogger(OperatorProcess.class);
    private static final Duration STOP = Duration.ofSeconds(10);

    private final Settings settings;
    private final Vertx vertx;
    private final Clock clock = Clock.systemUTC();
    private final MeterRegistry registry;
    private final PolledCollectorRegistry collectors;
    private final OperatorMetrics metrics;
    private final ApiConnection connection;
    private final ApiServer counted;
    private final ApiServer server;
    private final WatchedObjects objects;
    private final TlsInForce tls;
    private final StatusOwner status;
    private final StatusLoop statusLoop;
    private final EventRecorder events;
    private final ProviderIndex providers = ProviderIndex.load();
    private final Map<Controller, ControlLoop> loops = new EnumMap<>(Controller.class);
    private final Optional<ServedMetrics> served;
    private volatile LeaderElection election;
    private volatile boolean lost;

    OperatorProcess(
            Settings settings,
            Vertx vertx,
            MeterRegistry registry,
            PolledCollectorRegistry collectors,
            OperatorMetrics metrics) {
        this.settings = settings;
        this.vertx = vertx;
        this.registry = registry;
        this.collectors = collectors;
        this.metrics = metrics;
        this.connection = ApiConnection.open(settings.kubeconfig(), vertx, clock, Map.of(), metrics::requested);
        this.counted = new WriteCounter(connection.server(), metrics);
        this.server = new LeaderOnly(counted, this::isLeading);
        this.objects = connection.objects();
        this.tls = new TlsInForce(settings.tls(), objects);
        this.status = new StatusOwner(
                server,
                settings.version(),
                new TreeSet<>(Set.of(settings.operatorNamespace(), settings.namespace())),
                settings.controllers(),
                this::isLeading,
                clock);
        this.statusLoop = new StatusLoop(status, settings.controllers(), clock, this::wakeAll);
        this.served = settings.metrics()
                .address()
                .map(address -> new ServedMetrics(
                        vertx,
                        registry,
                        collectors,
                        connection.reviews(),
                        settings.metrics().certificates(),
                        clock));
        this.events = new EventRecorder(server, status::subject, Hostname.get(), this::isLeading, clock);
    }

    /** Returns once this process takes part in the election; all else goes on by itself. */
    void start() throws InterruptedException {
        objects.watch(StatusOwner.KEY, this::clusterOperatorChanged);
        objects.watch(INFRASTRUCTURE, this::wakeAll);
        settings.controllers().forEach(controller -> add(controller, reconciler(controller)));
        registerMetrics();
        new HealthServer(vertx, liveness(), readiness())
                .listen(settings.health())
                .onFailure(fault -> fail("--health-addr " + settings.health() + ": " + fault.getMessage()));
        served.ifPresent(endpoint -> endpoint.start(settings.metrics().address().orElseThrow(), tls));
        statusLoop.start();
        loops.values().forEach(ControlLoop::start);
        elect();
    }

    /** Ends the work in hand, tells what is left to tell, and lets another one lead. */
    void stop() throws InterruptedException {
        for (ControlLoop loop : loops.values()) {
            loop.stop(STOP);
        }
        statusLoop.stop(STOP);
        events.stop(Duration.ofSeconds(2));
        if (election != null) {
            election.release(Duration.ofSeconds(5));
        }
        if (served.isPresent()) {
            served.get().stop(Duration.ofSeconds(1));
        }
        connection.close();
    }

    int exitCode() {
        return lost ? 1 : 0;
    }

    @Override
    public void onStartedLeading() {
        wakeAll();
        statusLoop.wake();
    }

    @Override
    public void onStoppedLeading(String reason) {
        fail(reason);
    }

    private void fail(String reason) {
        LOG.errorf("the process ends: %s", reason);
        lost = true;
        Quarkus.asyncExit(1);
    }

    private boolean isLeading() {
        LeaderElection current = election;
        return current != null && current.isLeading();
    }

    private void add(Controller controller, ControlLoop.Reconciler reconciler) {
        loops.put(
                controller,
                new ControlLoop(
                        controller, reconciler, this::isLeading, result -> report(controller, result), metrics));
    }

    private void report(Controller controller, ReconcileResult result) {
        if (controller == Controller.CLOUD_CONFIG && result instanceof ReconcileResult.Converged) {
            metrics.cloudConfigSucceeded(clock.instant());
        }
        statusLoop.report(controller, result);
    }

    private void registerMetrics() {
        RuntimeMetrics.register(registry);
        StateMetrics state = new StateMetrics(registry, collectors);
        state.info(settings.version().text(), this::platform);
        state.leader(this::isLeading);
        state.conditions(status::shown);
        state.queue(loops);
    }

    private String platform() {
        return objects.state(INFRASTRUCTURE)
                .object()
                .map(infrastructure -> infrastructure.text("status", "platformStatus", "type"))
                .orElse("");
    }

    private ControlLoop.Reconciler reconciler(Controller controller) {
        Runnable wake = () -> wake(controller);
        return switch (controller) {
            case CLOUD_CONTROLLER_MANAGER -> ccm(wake);
            case CLOUD_CONFIG -> cloudConfig(wake);
            case TRUSTED_CA -> trustedCa(wake);
        };
    }

    private ControlLoop.Reconciler cloudConfig(Runnable wake) {
        return new CloudConfigController(
                server, objects, events, metrics, providers, settings.namespace(), settings.version(), wake)::reconcile;
    }

    private ControlLoop.Reconciler trustedCa(Runnable wake) {
        FileWatch.begin(settings.systemTrustBundle(), vertx, wake);
        return new TrustedCaController(
                        server,
                        objects,
                        events,
                        metrics,
                        settings.namespace(),
                        settings.systemTrustBundle(),
                        clock,
                        wake)::reconcile;
    }

    private ControlLoop.Reconciler ccm(Runnable wake) {
        FileWatch.begin(settings.imagesJson(), vertx, wake);
        return new CcmController(
                server,
                objects,
                status,
                events,
                metrics,
                providers,
                settings.namespace(),
                settings.version(),
                tls,
                () -> new ImageReferences(ImagesFile.read(settings.imagesJson(), UnknownFields.refuse())),
                clock,
                wake)::reconcile;
    }

    /** The durations depend on the topology, so they wait for an API server that answers; that is why it may take long. */
    private void elect() throws InterruptedException {
        while (!objects.awaitKnown(List.of(INFRASTRUCTURE), Duration.ofMinutes(1))) {
            LOG.infof("waiting for the API server to tell of %s", INFRASTRUCTURE);
        }
        LeaseSettings lease = LeaseSettings.of(settings.lease(), topology(objects.state(INFRASTRUCTURE)));
        election = new LeaderElection(lease, counted, clock, this);
        if (lease.enabled()) {
            objects.watch(lease.key(), () -> leaseChanged(lease.key()));
        }
        election.start();
    }

    private static Topology topology(Observed infrastructure) {
        try {
            return infrastructure
                    .object()
                    .map(Manifest::tree)
                    .map(Infrastructure::of)
                    .map(Infrastructure::topology)
                    .orElse(Topology.HIGHLY_AVAILABLE);
        } catch (InvalidInputException e) {
            // The controller says so in its condition; the usual durations do for it.
            return Topology.HIGHLY_AVAILABLE;
        }
    }

    private void leaseChanged(ObjectKey lease) {
        Observed state = objects.state(lease);
        if (state.object().isPresent()) {
            election.leaseChanged(state.object().get());
        } else if (state.isKnown()) {
            election.leaseDeleted();
        }
    }

    private void clusterOperatorChanged() {
        Observed state = objects.state(StatusOwner.KEY);
        if (state.isKnown() && status.observe(state.object())) {
            wakeAll();
        }
        statusLoop.wake();
    }

    private void wakeAll() {
        loops.values().forEach(ControlLoop::wake);
    }

    private void wake(Controller controller) {
        ControlLoop loop = loops.get(controller);
        if (loop != null) {
            loop.wake();
        }
    }

    private List<HealthCheck> liveness() {
        return List.of(
                new HealthCheck("watches", objects::isAlive),
                new HealthCheck("status", statusLoop::isAlive),
                new HealthCheck("controllers", () -> loops.values().stream().allMatch(ControlLoop::isAlive)));
    }

    private List<HealthCheck> readiness() {
        return List.of(new HealthCheck("caches", objects::allKnown));
    }
}
