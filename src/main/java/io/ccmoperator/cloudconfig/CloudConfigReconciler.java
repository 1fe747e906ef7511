// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig;

import io.ccmoperator.apply.ApplyEngine;
import io.ccmoperator.apply.ApplyResult;
import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.apply.ObjectOwnership;
import io.ccmoperator.cloudconfig.CloudConfigPlan.Findings;
import io.ccmoperator.cluster.ImageReferences;
import io.ccmoperator.events.EventReason;
import io.ccmoperator.events.Warnings;
import io.ccmoperator.plan.Plan;
import io.ccmoperator.plan.PlanSettings;
import io.ccmoperator.plan.PlannedController;
import io.ccmoperator.plan.Planner;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.FailureReason;
import io.ccmoperator.status.ReconcileResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/** Keeps cloud-conf equal to the cluster's cloud configuration, transformed for the external cloud controller manager. */
public final class CloudConfigReconciler implements PlannedController {
    private final ClusterOperatorStatusWriter status;
    private final boolean isOpenShift;
    private final ApplyEngine engine;
    private final Planner<Findings> planner;
    private final Warnings warnings;

    /**
     * @param status is notified of the objects
     * @param images those of images.json
     * @param trigger triggers a reconcile of the controller
     */
    public CloudConfigReconciler(
            ClusterAccess access,
            ClusterOperatorStatusWriter status,
            PlanSettings cluster,
            Supplier<ImageReferences> images,
            Runnable trigger) {
        this.status = status;
        this.isOpenShift = cluster.isOpenShift();
        this.engine = new ApplyEngine(access, ObjectOwnership.ALL, trigger);
        this.planner = new Planner<>(
                access.objects(),
                access.clock(),
                snapshot -> CloudConfigPlan.of(snapshot, cluster, images),
                trigger,
                engine::requeueAfter);
        this.warnings = access.warnings(EventReason.CLOUD_CONFIG_CHECK_FAILED);
    }

    @Override
    public void prepare() throws InterruptedException {
        planner.plan();
    }

    @Override
    public ReconcileResult reconcile() throws InterruptedException {
        status.begin(Controller.CLOUD_CONFIG);
        ReconcileResult result = planner.plan().result(this::apply);
        // What is kept is not what the input says: nothing works as expected then.
        return result instanceof ReconcileResult.Degraded failure ? failure.alone() : result;
    }

    private ReconcileResult apply(Plan<Findings> plan) {
        if (plan.objects().isEmpty()) {
            // The platform has no cloud configuration.
            return ReconcileResult.converged();
        }
        Findings findings = plan.details();
        ApplyResult result = engine.apply(plan.objects());
        status.describeObjects(Controller.CLOUD_CONFIG, result.states(plan.objects()));
        if (result.failure().isPresent()) {
            return result.failedOfContent()
                    ? ReconcileResult.terminalFailure(
                            result.failure().get() + "; correct or shorten the configuration in " + findings.place())
                    : new ReconcileResult.Degraded(
                            result.failure().get(),
                            ReconcileResult.Kind.TRANSIENT,
                            result.isForbidden() ? FailureReason.FORBIDDEN : FailureReason.SYNCING_FAILED);
        }
        warnings.record(findings.cloudConf(), findings.warnings());
        List<String> all = new ArrayList<>(findings.warnings());
        all.addAll(result.warnings());
        return new ReconcileResult.Converged(
                all,
                isOpenShift
                        ? Optional.empty()
                        : Optional.of(findings.cloudConf().toString()));
    }
}
