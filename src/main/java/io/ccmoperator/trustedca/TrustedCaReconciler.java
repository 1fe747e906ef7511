// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.trustedca;

import io.ccmoperator.apply.ApplyEngine;
import io.ccmoperator.apply.ApplyResult;
import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.apply.ObjectOwnership;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLog;
import io.ccmoperator.cluster.OnChange;
import io.ccmoperator.events.EventReason;
import io.ccmoperator.events.Warnings;
import io.ccmoperator.metrics.OperatorMetrics;
import io.ccmoperator.plan.Plan;
import io.ccmoperator.plan.PlanSettings;
import io.ccmoperator.plan.PlannedController;
import io.ccmoperator.plan.Planner;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.FailureReason;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.trustedca.TrustedCaPlan.Findings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Keeps ccm-trusted-ca equal to all certificate authorities that a cloud controller manager must trust. */
public final class TrustedCaReconciler implements PlannedController {
    private static final ObjectLog LOG = ObjectLog.of(TrustedCaReconciler.class);

    private final ClusterOperatorStatusWriter status;
    private final boolean isOpenShift;
    private final ApplyEngine engine;
    private final Planner<Findings> planner;
    private final OperatorMetrics metrics;
    private final Warnings warnings;
    private final OnChange<List<String>> logExpired;

    /**
     * @param status is notified of the ConfigMap
     * @param systemBundle the certificate authorities of the operating system, a PEM file; whoever sees it change triggers the
     *     controller
     * @param trigger triggers a reconcile of the controller
     */
    public TrustedCaReconciler(
            ClusterAccess access,
            ClusterOperatorStatusWriter status,
            PlanSettings cluster,
            Path systemBundle,
            Runnable trigger) {
        this.status = status;
        this.isOpenShift = cluster.isOpenShift();
        this.engine = new ApplyEngine(access, ObjectOwnership.ALL, trigger);
        this.planner = new Planner<>(
                access.objects(),
                access.clock(),
                snapshot -> TrustedCaPlan.of(snapshot, cluster, systemBundle),
                trigger,
                engine::requeueAfter);
        this.metrics = access.metrics();
        this.warnings = access.warnings(EventReason.TRUSTED_CA_CHECK_FAILED);
        this.logExpired = new OnChange<>(
                List.of(), expired -> expired.forEach(line -> LOG.debug(TrustedCaPlan.key(cluster), line)));
    }

    @Override
    public void prepare() throws InterruptedException {
        planner.plan();
    }

    @Override
    public ReconcileResult reconcile() throws InterruptedException {
        status.begin(Controller.TRUSTED_CA);
        ReconcileResult result = planner.plan().result(this::apply);
        // What is kept is not what the input says: nothing works as expected then.
        return result instanceof ReconcileResult.Degraded failure ? failure.alone() : result;
    }

    private ReconcileResult apply(Plan<Findings> plan) {
        Findings findings = plan.details();
        ApplyResult result = engine.apply(plan.objects());
        ObjectKey trustedCa = ObjectKey.of(plan.objects().get(0));
        status.describeObjects(Controller.TRUSTED_CA, result.states(plan.objects()));
        if (result.failure().isPresent()) {
            return result.failedOfContent()
                    ? ReconcileResult.terminalFailure(
                            result.failure().get() + TrustedCaPlan.REMEDY + findings.sources())
                    : new ReconcileResult.Degraded(
                            result.failure().get(),
                            ReconcileResult.Kind.TRANSIENT,
                            result.isForbidden() ? FailureReason.FORBIDDEN : FailureReason.SYNCING_FAILED);
        }
        findings.bundle().ifPresent(bundle -> {
            metrics.trustedCas(bundle.groups());
            logExpired.accept(bundle.expiredOfSystem());
            List<String> recorded = new ArrayList<>(findings.invalid());
            if (!bundle.warnings().isEmpty()) {
                recorded.add(String.join("; ", bundle.warnings()));
            }
            warnings.record(trustedCa, recorded);
        });
        List<String> all = new ArrayList<>(findings.invalid());
        all.addAll(result.warnings());
        return new ReconcileResult.Converged(all, isOpenShift ? Optional.empty() : Optional.of(trustedCa.toString()));
    }
}
