// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.apply.ClusterAccess;
import io.ccmoperator.metrics.ReconcileMetrics;
import io.ccmoperator.operator.ControllerRun.DomainReconciler;
import io.ccmoperator.status.Controller;
import io.ccmoperator.status.ReconcileResult;
import jakarta.inject.Singleton;

/** Makes the runs of controllers: guarded by leadership and stop, measured, reported. */
@Singleton
final class ControllerRuns {
    private final ClusterAccess cluster;
    private final Leadership leadership;
    private final ReconcileGate gate;
    private final Reporting reporting;
    private final ReconcileMetrics reconciliations;

    ControllerRuns(
            ClusterAccess cluster,
            Leadership leadership,
            ReconcileGate gate,
            Reporting reporting,
            ReconcileMetrics reconciliations) {
        this.cluster = cluster;
        this.leadership = leadership;
        this.gate = gate;
        this.reporting = reporting;
        this.reconciliations = reconciliations;
    }

    ControllerRun of(Controller controller, DomainReconciler domain) {
        cluster.metrics().expect(controller.value(), ReconcileResult.words());
        return new ControllerRun(
                controller, domain, leadership::isLeading, gate, result -> report(controller, result), reconciliations);
    }

    private void report(Controller controller, ReconcileResult result) {
        if (controller == Controller.CLOUD_CONFIG && result instanceof ReconcileResult.Converged) {
            cluster.metrics().cloudConfigSucceeded(cluster.clock().instant());
        }
        reporting.report(controller, result);
    }
}
