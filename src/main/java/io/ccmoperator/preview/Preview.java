// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;
import static io.ccmoperator.client.ClusterObjects.FEATURE_GATE;

import io.ccmoperator.apply.ObjectOwnership;
import io.ccmoperator.assets.KubernetesMinor;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.ccm.AppliedObjects;
import io.ccmoperator.ccm.CcmFindings;
import io.ccmoperator.ccm.CcmPlan;
import io.ccmoperator.ccm.Pruning;
import io.ccmoperator.ccm.Removal;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ClusterDescription;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLists;
import io.ccmoperator.client.ServerVersion;
import io.ccmoperator.client.SingleNode;
import io.ccmoperator.cloudconfig.CloudConfigPlan;
import io.ccmoperator.cluster.ConfigMapContent;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.EnabledFeatures;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.cluster.TlsSettings;
import io.ccmoperator.plan.Plan;
import io.ccmoperator.plan.PlanSettings;
import io.ccmoperator.plan.Planner.Planning;
import io.ccmoperator.plan.Snapshot;
import io.ccmoperator.status.ClusterOperatorStatus;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReportedStatus;
import io.ccmoperator.trustedca.TrustedCaPlan;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/** Shows what {@code run} would change in a cluster: the writes for the plans of its controllers, as dry runs. */
public final class Preview {
    private static final String NOT_COMPARED = "not all objects are compared: ";

    private final Settings settings;
    private final ProviderIndex providers;
    private final Clock clock;
    private final DryRuns objects;
    private final Set<String> warnings = new LinkedHashSet<>();
    private final Set<String> errors = new LinkedHashSet<>();
    private PlanSettings cluster;
    private ClusterOperatorStatus status;

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
     * @param kubernetes says the minor version of the API server; throws an ApiException where it cannot
     */
    public Preview(
            Settings settings,
            ProviderIndex providers,
            ApiServer server,
            ObjectLists lists,
            Supplier<KubernetesMinor> kubernetes,
            Clock clock) {
        this.settings = settings;
        this.providers = providers;
        this.clock = clock;
        this.objects = new DryRuns(server);
        this.cluster = new PlanSettings(
                settings.distribution(),
                settings.operatorNamespace(),
                settings.managedNamespace(),
                settings.version(),
                new SingleNode(lists, clock),
                new ServerVersion(kubernetes, clock),
                providers);
        this.status = ClusterOperatorStatus.of(
                settings.version(),
                settings.distribution(),
                Set.of(settings.managedNamespace()),
                settings.controllers());
    }

    /**
     * Compares once.
     *
     * @param images the images of the release
     * @param manager the CloudControllerManager in place of the cluster's; empty: the cluster's
     */
    public Differences compare(ImageReferences images, Optional<KubernetesObject> manager) {
        manager.ifPresent(this::replaceManager);
        Optional<KubernetesObject> reporting = objects.state(ClusterOperatorStatusWriter.key(settings.distribution()))
                .object();
        status = status.observe(reporting);
        ClusterDescription description = cluster.description(snapshot());
        warnOfMissing(description);
        ReportedStatus reported = ReportedStatus.of(reporting);
        cluster = cluster.with(releaseOfFeatures(description, reported.version()));
        follow(
                Controller.CLOUD_CONFIG,
                snapshot -> CloudConfigPlan.of(snapshot, cluster, () -> images),
                (plan, result) -> result.withWarnings(plan.details().warnings()),
                ObjectOwnership.ALL);
        if (settings.systemTrustBundle().isPresent()) {
            follow(
                    Controller.TRUSTED_CA,
                    snapshot -> TrustedCaPlan.of(
                            snapshot, cluster, settings.systemTrustBundle().get()),
                    (plan, result) -> result.withWarnings(plan.details().invalid()),
                    ObjectOwnership.ALL);
        } else if (settings.controllers().contains(Controller.TRUSTED_CA)) {
            warnings.add(
                    "ConfigMap %s/ccm-trusted-ca is not compared; name the bundle of the operator's image with --system-trust-bundle"
                            .formatted(settings.managedNamespace()));
            report(Controller.TRUSTED_CA, ReconcileResult.converged());
            assumeTrustedCa();
        }
        List<ObjectKey> applied = reported.applied();
        CcmPlan.Inputs inputs = new CcmPlan.Inputs(cluster, () -> images, settings.tls());
        follow(
                Controller.CLOUD_CONTROLLER_MANAGER,
                snapshot -> CcmPlan.of(snapshot, inputs),
                (plan, result) -> ccm(plan, result, applied),
                (desired, live) -> AppliedObjects.refusal(ObjectKey.of(desired), live, () -> applied));
        Set<String> causesFirst = new LinkedHashSet<>(objects.failures().values());
        causesFirst.addAll(errors);
        return new Differences(objects.changes(), List.copyOf(warnings), List.copyOf(causesFirst));
    }

    /** There is no later snapshot: what the operator waits for would have come, or not. */
    private Snapshot snapshot() {
        return Snapshot.last(objects::state, clock.instant());
    }

    /** What was applied for the cluster's is in its status; the finalizer is not what the preview is about. */
    private void replaceManager(KubernetesObject manager) {
        KubernetesObject replaced = manager.copy();
        objects.state(CLOUD_CONTROLLER_MANAGER).object().ifPresent(live -> {
            replaced.tree().put("metadata", live.copy().fields().map("metadata"));
            replaced.tree().put("status", live.fields().map("status"));
        });
        objects.replace(replaced);
    }

    /** What refers to it is compared all the same. */
    private void assumeTrustedCa() {
        ObjectKey key = new ObjectKey(ResourceKind.CONFIG_MAP, settings.managedNamespace(), "ccm-trusted-ca");
        if (objects.state(key).object().isEmpty()) {
            objects.replace(ConfigMapContent.EMPTY.configMap(key.namespace(), key.name(), Map.of()));
        }
    }

    private void warnOfMissing(ClusterDescription description) {
        CacheState infrastructure = description.infrastructure();
        if (infrastructure.isSynced() && infrastructure.object().isEmpty()) {
            warnings.add(description.key() + " does not exist, and without it nothing is applied;"
                    + " create it, or name the kubeconfig of another cluster");
        }
    }

    /** A cluster gets the feature gates of a release during the update to it; before that, those of the release that it has reached count. */
    private ReleaseVersion releaseOfFeatures(ClusterDescription description, Optional<String> reached) {
        List<String> listed = cluster.isOpenShift()
                ? objects.state(FEATURE_GATE)
                        .object()
                        .map(gates -> EnabledFeatures.versions(gates.tree()))
                        .orElse(List.of())
                : List.of();
        if (listed.isEmpty() || description.features(settings.version()).isPresent()) {
            return settings.version();
        }
        String other = reached.filter(listed::contains).orElse(listed.get(listed.size() - 1));
        warnings.add(FEATURE_GATE + " has no entry for release " + description.versionOfFeatures(settings.version())
                + "; compared with the feature gates of " + other
                + "; if this is not the release, name it with --release-version");
        return ReleaseVersion.of(other);
    }

    private <D> void follow(
            Controller controller,
            Planning<D> planning,
            BiFunction<Plan<D>, ReconcileResult, ReconcileResult> conclusion,
            ObjectOwnership ownership) {
        if (!settings.controllers().contains(controller)) {
            return;
        }
        Plan<D> plan = planning.of(snapshot());
        ReconcileResult result = plan.result(apply -> apply(apply.objects(), ownership));
        report(controller, conclusion.apply(plan, result));
    }

    private ReconcileResult apply(List<KubernetesObject> desired, ObjectOwnership ownership) {
        List<String> failures = desired.stream()
                .flatMap(object -> objects.apply(object, ownership).stream())
                .toList();
        return failures.isEmpty()
                ? ReconcileResult.converged()
                : ReconcileResult.transientFailure(String.join("; ", failures));
    }

    private ReconcileResult ccm(Plan<CcmFindings> plan, ReconcileResult result, List<ObjectKey> applied) {
        CcmFindings findings = plan.details();
        findings.awaitedCopy().ifPresent(awaited -> warnings.add("run waits for " + awaited));
        warnings.addAll(findings.missingLines());
        findings.accounts().forEach(objects::change);
        if (plan.isComplete()) {
            List<ObjectKey> earlier = new ArrayList<>(findings.former());
            earlier.addAll(applied);
            Pruning.candidates(earlier, findings.former(), plan.objects()).forEach(this::delete);
        } else if (!cluster.isOpenShift()) {
            findings.deleted()
                    .ifPresent(manager -> Removal.candidates(manager, applied, providers, settings.managedNamespace())
                            .forEach(this::delete));
        }
        return result.withWarnings(findings.warnings());
    }

    private void delete(ObjectKey key) {
        if (objects.state(key).object().filter(Pruning::isRemovable).isPresent()) {
            objects.delete(key);
        }
    }

    private void report(Controller controller, ReconcileResult result) {
        status = status.report(controller, result, clock.instant());
        if (result instanceof ReconcileResult.Degraded failure && !objects.hasFailuresOf(failure.cause())) {
            errors.add(failure.cause());
        }
        ReconcileResult rest = result instanceof ReconcileResult.Degraded failure
                ? failure.otherwise().orElse(result)
                : result;
        if (rest instanceof ReconcileResult.Waiting waiting) {
            errors.add(NOT_COMPARED + "run waits for " + waiting.forWhat());
        } else if (result instanceof ReconcileResult.Unmanaged) {
            warnings.add("spec.managementState of " + CLOUD_CONTROLLER_MANAGER
                    + " is Unmanaged: run writes and deletes nothing of " + controller.value());
        } else if (result instanceof ReconcileResult.Converged converged) {
            warnings.addAll(converged.warnings());
        }
    }
}
