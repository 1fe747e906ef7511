// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;

import io.ccmoperator.apply.ApplyEngine;
import io.ccmoperator.apply.ApplyRecorder;
import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.OnChange;
import io.ccmoperator.events.EventReason;
import io.ccmoperator.events.Warnings;
import io.ccmoperator.plan.Plan;
import io.ccmoperator.plan.PlannedController;
import io.ccmoperator.plan.Planner;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.InputFinding;
import io.ccmoperator.status.ProgramImage;
import io.ccmoperator.status.ReconcileResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;

/** The controller of the CCM resources: applies the objects of the provider of the platform. */
public final class CcmReconciler implements PlannedController {
    private static final Logger LOG = Logger.getLogger(CcmReconciler.class);

    /** The SDK does not retry a primary that is being deleted, where an object may have a finalizer of another client, and stay for long. */
    private static final Duration AGAIN = Duration.ofSeconds(10);

    private static final Duration SOON = Duration.ofSeconds(1);

    private final ClusterAccess cluster;
    private final ClusterOperatorStatusWriter status;
    private final boolean isOpenShift;
    private final boolean isExtended;
    private final String managedNamespace;
    private final ApplyEngine engine;
    private final ApplyRecorder recorder;
    private final Planner<CcmFindings> planner;
    private final AppliedObjects applied;
    private final ResourceReconciler resources;
    private final Removal removal;
    private final NodeLabels labels;
    private final Warnings refusedOverrides;
    private final Warnings unknownProvider;
    private final Warnings unusableCertificates;
    private final Warnings takenBack;
    private final Warnings others;
    private final OtherManagers otherManagers;
    private final OnChange<List<ObjectKey>> renamed;

    /** By its uid: what was said of another CloudControllerManager is not true of this one. */
    private final OnChange<Optional<String>> described = new OnChange<>(Optional.empty(), uid -> forgetPrograms());

    private final OnChange<List<String>> logOmitted = new OnChange<>(List.of(), omitted -> omitted.forEach(LOG::warn));

    /** The two other controllers have no result before that, either. */
    private boolean leads;

    /** The name of the provider, "" where there is none; empty while that is not known. */
    private Optional<String> provider = Optional.empty();

    /** The image of each program by its field; empty while that is not known. */
    private Optional<Map<String, ProgramImage>> programs = Optional.empty();

    /** @param trigger triggers a reconcile of the controller */
    public CcmReconciler(
            ClusterAccess cluster, ClusterOperatorStatusWriter status, CcmPlan.Inputs inputs, Runnable trigger) {
        this.cluster = cluster;
        this.status = status;
        this.isOpenShift = inputs.cluster().isOpenShift();
        this.isExtended = inputs.cluster().providers().isExtended();
        this.applied = new AppliedObjects(status);
        this.recorder = new ApplyRecorder(cluster.events());
        this.engine = new ApplyEngine(cluster, applied, trigger);
        WorkloadHealth health = new WorkloadHealth(cluster, status, engine::requeueAfter);
        this.planner = new Planner<>(
                cluster.objects(),
                cluster.clock(),
                snapshot -> CcmPlan.of(
                        snapshot,
                        inputs,
                        new CcmPlan.Running(health::trial, () -> !leads || status.haveOthersReported())),
                trigger,
                engine::requeueAfter);
        this.resources =
                new ResourceReconciler(applied, engine, new Pruning(cluster.server(), recorder), cluster, health);
        this.managedNamespace = inputs.cluster().managedNamespace();
        this.removal = new Removal(cluster.server(), recorder, inputs.cluster().providers(), managedNamespace);
        this.labels = new NodeLabels(cluster);
        this.refusedOverrides = cluster.warnings(EventReason.OVERRIDES_REFUSED);
        this.unknownProvider = cluster.warnings(EventReason.PROVIDER_UNKNOWN);
        this.unusableCertificates = cluster.warnings(EventReason.CONFIGURATION_CHECK_FAILED);
        this.takenBack = cluster.warnings(EventReason.CONFIGURATION_TAKEN_BACK);
        this.others = cluster.warnings(EventReason.OTHER_MANAGER_RUNS);
        this.otherManagers = new OtherManagers(cluster, managedNamespace, engine::requeueAfter);
        this.renamed = new OnChange<>(List.of(), applied::addFormer);
    }

    @Override
    public void prepare() throws InterruptedException {
        planner.plan();
    }

    @Override
    public ReconcileResult reconcile() throws InterruptedException {
        status.begin(Controller.CLOUD_CONTROLLER_MANAGER);
        leads = true;
        Plan<CcmFindings> plan = planner.plan();
        plan.details()
                .manager()
                .map(manager -> manager.fields().string("metadata", "uid"))
                .ifPresent(uid -> described.accept(Optional.of(uid)));
        ReconcileResult result = isOpenShift ? follow(plan, letGo(plan.details())) : keepUntilRemoved(plan);
        status.describeProvider(provider);
        programs.ifPresent(status::describePrograms);
        resources.states().ifPresent(states -> status.describeObjects(Controller.CLOUD_CONTROLLER_MANAGER, states));
        return result;
    }

    /** @param more what is wrong with the CloudControllerManager itself */
    private ReconcileResult follow(Plan<CcmFindings> plan, List<InputFinding> more) {
        plan.details()
                .selected()
                .ifPresent(selected -> renamed.accept(plan.details().former()));
        ReconcileResult result = plan.result(this::apply).with(more);
        report(plan.details());
        List<String> warnings = new ArrayList<>(plan.details().warnings());
        List<String> beside = isOpenShift
                ? List.of()
                : otherManagers.warnings(plan.details().selected().map(CcmFindings.Selected::provider));
        others.record(CLOUD_CONTROLLER_MANAGER, beside);
        warnings.addAll(beside);
        return (plan.isComplete() ? result : withoutWorkload(plan, result)).withWarnings(warnings);
    }

    /** A workload that is deleted while it cannot be made again stays so, and one of an unknown provider never was. */
    private ReconcileResult withoutWorkload(Plan<CcmFindings> plan, ReconcileResult result) {
        Set<ObjectKey> planned = plan.objects().stream().map(ObjectKey::of).collect(Collectors.toSet());
        List<ObjectKey> workloads = applied.earlier().stream()
                .filter(key -> Removal.WORKLOADS.contains(key.kind()))
                .toList();
        boolean isWithout =
                workloads.stream().filter(key -> !planned.contains(key)).anyMatch(status::isDeleted);
        boolean isOfNone =
                plan.details().unknownProvider().isPresent() && workloads.isEmpty() && planned.isEmpty() && !isExtended;
        return result instanceof ReconcileResult.Degraded failure && (isWithout || isOfNone)
                ? failure.asUnavailable()
                : result;
    }

    private void forgetPrograms() {
        provider = Optional.empty();
        programs = Optional.empty();
    }

    private ReconcileResult apply(Plan<CcmFindings> plan) {
        CcmFindings.Deployed deployed = plan.details().deployed();
        // Pods get what the annotations say when they are created.
        List<InputFinding> accounts = annotate(deployed.workloads().accounts());
        ReconcileResult result = deployed.workloads()
                .missing()
                .with(resources.deploy(plan.objects(), deployed.configurations().tried(), plan.isComplete()));
        labels.apply(deployed.label());
        logOmitted.accept(deployed.omitted());
        deployed.workloads().unhashed().forEach(recorder::configurationCheckFailed);
        if (!isOpenShift && result instanceof ReconcileResult.Degraded failure && isWithoutRoles(failure)) {
            return failure.withMore("if namespace " + managedNamespace
                            + " was deleted, the roles of the release went with it: run helm upgrade, which makes both, and create the"
                            + " Secrets of the cloud again")
                    .with(accounts);
        }
        return deployed.configurations()
                .awaitedCopy()
                .filter(awaited -> result instanceof ReconcileResult.Converged)
                .<ReconcileResult>map(ReconcileResult.Waiting::new)
                .orElse(result)
                .with(accounts);
    }

    /** By the words of the API server's authorization: the operator may not read namespaces. */
    private boolean isWithoutRoles(ReconcileResult.Degraded failure) {
        return failure.cause().contains(" cannot create resource ")
                && failure.cause().contains(" in the namespace \"" + managedNamespace + "\"");
    }

    /** Writes accounts of Pods. A conflict is no failure: the newest state comes by the watch. */
    private List<InputFinding> annotate(List<KubernetesObject> accounts) {
        List<InputFinding> failures = new ArrayList<>();
        for (KubernetesObject account : accounts) {
            try {
                cluster.objects().recordWrite(cluster.server().replace(account, ApiServer.DryRun.NONE), null);
            } catch (ApiException e) {
                if (!e.isConflict()) {
                    failures.add(InputFinding.passing(e.getMessage()));
                }
            }
        }
        return failures;
    }

    private void report(CcmFindings findings) {
        unknownProvider.record(
                CLOUD_CONTROLLER_MANAGER, findings.unknownProvider().stream().toList());
        CcmFindings.Deployed deployed = findings.deployed();
        unusableCertificates.record(deployed.workloads().unusable());
        takenBack.record(deployed.configurations().takenBack());
        deployed.overrides().ifPresent(checked -> refusedOverrides.record(CLOUD_CONTROLLER_MANAGER, checked.refused()));
        programs = deployed.programs().or(() -> programs);
        findings.selected().ifPresent(selected -> {
            provider = Optional.of(selected.provider());
            status.relateSources(selected.sources());
        });
    }

    /** On Kubernetes the object that describes the cluster is kept until all is removed that was applied for it. */
    private ReconcileResult keepUntilRemoved(Plan<CcmFindings> plan) {
        Optional<KubernetesObject> manager = plan.details().manager();
        if (plan.details().deleted().isPresent()) {
            provider = Optional.of("");
            ReconcileResult result = removal.run(manager.get(), applied.earlier());
            if (result instanceof ReconcileResult.Converged) {
                resources.forget();
                // The next object of this name may be of another provider, or of one that is not known.
                programs = Optional.of(Map.of());
                List.of(Controller.CLOUD_CONFIG, Controller.TRUSTED_CA)
                        .forEach(controller -> status.describeObjects(controller, Map.of()));
            } else {
                engine.requeueAfter(result instanceof ReconcileResult.Progressing ? SOON : AGAIN);
            }
            return result;
        }
        return follow(
                plan,
                manager.filter(held -> !Removal.holds(held)).map(this::hold).orElse(List.of()));
    }

    /** After a conflict the newest state comes by the watch. */
    private List<InputFinding> hold(KubernetesObject manager) {
        try {
            cluster.objects().recordWrite(removal.hold(manager), null);
            return List.of();
        } catch (ApiException e) {
            return e.isConflict() ? List.of() : List.of(InputFinding.passing(e.getMessage()));
        }
    }

    /** On OpenShift there is nothing to remove: the finalizer of an object that was copied from another cluster would keep it for ever. */
    private List<InputFinding> letGo(CcmFindings findings) {
        return findings.manager().filter(Removal::holds).map(removal::letGo).stream()
                .filter(ReconcileResult.Degraded.class::isInstance)
                .map(result -> InputFinding.passing(((ReconcileResult.Degraded) result).cause()))
                .toList();
    }
}
