// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.CLUSTER_VERSION;
import static io.ccmoperator.client.ClusterObjects.FEATURE_GATE;

import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.ccm.CcmController;
import io.ccmoperator.ccm.FactsReader;
import io.ccmoperator.ccm.Removal;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.ObjectLists;
import io.ccmoperator.client.SingleNode;
import io.ccmoperator.cloudconfig.CloudConfigController;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.events.EventRecorder;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.serving.tls.EffectiveTlsSettings;
import io.ccmoperator.status.ClusterOperatorStatus;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReportedStatus;
import io.ccmoperator.trustedca.TrustedCaController;
import io.micrometer.core.instrument.composite.CompositeMeterRegistry;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Lets the controllers of {@code run} reconcile once on an API server whose writes are dry runs. */
public final class Preview {
    /** Longer than controllers wait for feature gates, and for configuration that does not exist. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final String NOT_COMPARED = "the objects of the provider are not compared: ";

    private final Settings settings;
    private final ProviderIndex providers;
    private final SteppingClock clock;
    private final DryRunServer server;
    private final ReadObjects objects;
    private final ClusterDescription description;
    private final ClusterAccess cluster;
    private final ClusterOperatorStatusWriter status;
    private final Set<String> warnings = new LinkedHashSet<>();
    private final Set<String> errors = new LinkedHashSet<>();

    /**
     * What {@code run} is given.
     *
     * @param distribution the kind of cluster
     * @param managedNamespace where cloud controller managers run
     * @param operatorNamespace where the operator runs
     * @param controllers those that run
     * @param version the release
     * @param tls settings that replace the cluster's TLS profile
     * @param systemTrustBundle the certificate authorities of the operating system, PEM; empty: ccm-trusted-ca is not compared
     */
    public record Settings(
            Distribution distribution,
            String managedNamespace,
            String operatorNamespace,
            Set<Controller> controllers,
            ReleaseVersion version,
            Optional<TlsSettings> tls,
            Optional<Path> systemTrustBundle) {
        public Settings {
            controllers = Ordered.copy(controllers);
        }
    }

    /**
     * @param server receives reads and dry runs
     * @param lists has the nodes
     */
    public Preview(Settings settings, ProviderIndex providers, ApiServer server, ObjectLists lists, Clock clock) {
        this.settings = settings;
        this.providers = providers;
        this.clock = new SteppingClock(clock);
        this.server = new DryRunServer(server);
        this.objects = new ReadObjects(this.server);
        this.description = new ClusterDescription(
                settings.distribution(), settings.operatorNamespace(), objects::state, new SingleNode(lists, clock));
        this.status = new ClusterOperatorStatusWriter(
                this.server,
                objects,
                settings.distribution(),
                ClusterOperatorStatus.of(
                        settings.version(), Set.of(settings.managedNamespace()), settings.controllers()),
                () -> false,
                this.clock);
        this.cluster = new ClusterAccess(
                this.server,
                // The Pods: what runs makes no difference to what is applied.
                (kind, namespace, selector, keep) -> List.of(),
                objects,
                description,
                new EventRecorder(this.server, status::subject, "preview", () -> false, this.clock),
                new OperatorMetrics(new CompositeMeterRegistry()),
                this.clock);
    }

    /**
     * Compares once.
     *
     * @param images the images of the release
     * @param manager the CloudControllerManager in place of the cluster's; empty: the cluster's
     */
    public Differences compare(ImageReferences images, Optional<KubernetesObject> manager) throws InterruptedException {
        manager.ifPresent(this::replaceManager);
        CacheState infrastructure = description.infrastructure();
        if (infrastructure.isSynced() && infrastructure.object().isEmpty()) {
            warnings.add(description.key() + " does not exist, and without it nothing is applied;"
                    + " create it, or name the kubeconfig of another cluster");
        }
        status.observe();
        if (settings.distribution() == Distribution.OPENSHIFT) {
            standInForFeatureGates(objects.state(status.key())
                    .object()
                    .flatMap(object -> ReportedStatus.of(object).version()));
        }
        if (settings.controllers().contains(Controller.CLOUD_CONFIG)) {
            report(Controller.CLOUD_CONFIG, cloudConfig());
        }
        if (settings.controllers().contains(Controller.TRUSTED_CA)) {
            report(Controller.TRUSTED_CA, trustedCa());
        }
        if (settings.controllers().contains(Controller.CLOUD_CONTROLLER_MANAGER)) {
            report(Controller.CLOUD_CONTROLLER_MANAGER, ccm(images));
        }
        Set<String> causesFirst = new LinkedHashSet<>(server.failures().values());
        causesFirst.addAll(errors);
        return new Differences(server.changes(), List.copyOf(warnings), List.copyOf(causesFirst));
    }

    /** What was applied for the cluster's is in its status; the finalizer is not what the preview is about. */
    private void replaceManager(KubernetesObject manager) {
        KubernetesObject replaced = manager.copy();
        objects.state(CLOUD_CONTROLLER_MANAGER).object().ifPresent(live -> {
            replaced.tree().put("metadata", live.copy().fields().map("metadata"));
            replaced.tree().put("status", live.fields().map("status"));
        });
        boolean isKept = settings.distribution() == Distribution.KUBERNETES;
        objects.recordWrite(isKept ? Removal.held(replaced) : replaced, Preview::ignore);
    }

    private void standInForFeatureGates(Optional<String> reached) {
        objects.state(FEATURE_GATE)
                .object()
                .flatMap(live -> FeatureGateStandIn.of(
                        live, objects.state(CLUSTER_VERSION).object(), settings.version(), reached))
                .ifPresent(standIn -> {
                    warnings.add(standIn.warning());
                    objects.recordWrite(standIn.featureGate(), Preview::ignore);
                });
    }

    private ReconcileResult cloudConfig() throws InterruptedException {
        return new CloudConfigController(
                        cluster, providers, settings.managedNamespace(), settings.version(), Preview::ignore)
                .reconcile();
    }

    private ReconcileResult trustedCa() throws InterruptedException {
        if (settings.systemTrustBundle().isEmpty()) {
            warnings.add(
                    "ConfigMap %s/ccm-trusted-ca is not compared; name the bundle of the operator's image with --system-trust-bundle"
                            .formatted(settings.managedNamespace()));
            return ReconcileResult.converged();
        }
        return new TrustedCaController(
                        cluster,
                        settings.managedNamespace(),
                        settings.systemTrustBundle().get(),
                        Preview::ignore)
                .reconcile();
    }

    private ReconcileResult ccm(ImageReferences images) throws InterruptedException {
        FactsReader facts = new FactsReader(
                description,
                settings.managedNamespace(),
                settings.version(),
                new EffectiveTlsSettings(settings.tls(), description, objects),
                clock);
        CcmController controller = new CcmController(cluster, status, providers, facts, () -> images, Preview::ignore);
        controller.reconcile();
        clock.step(PATIENCE);
        ReconcileResult result = controller.reconcile();
        if (result instanceof ReconcileResult.Waiting) {
            // What it waits for now began with what it waited for before.
            clock.step(PATIENCE);
            result = controller.reconcile();
        }
        return result;
    }

    private void report(Controller controller, ReconcileResult result) {
        status.report(controller, result);
        if (result instanceof ReconcileResult.Degraded failure && !server.hasFailuresOf(failure.cause())) {
            errors.add(
                    isConsequence(failure.cause()) ? NOT_COMPARED + "correct the error above first" : failure.cause());
        } else if (result instanceof ReconcileResult.Waiting waiting) {
            errors.add(NOT_COMPARED + "run waits for " + waiting.forWhat());
        } else if (result instanceof ReconcileResult.Converged converged) {
            warnings.addAll(converged.warnings());
        }
    }

    /** Whether a cause repeats the error of another controller, without which run applies nothing. */
    private boolean isConsequence(String cause) {
        return errors.stream().anyMatch(cause::contains);
    }

    private static void ignore() {
        // A trigger: there is no later reconcile.
    }
}
