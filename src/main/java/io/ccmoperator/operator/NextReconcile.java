// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.operator;

import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.status.ReconcileResult.Converged;
import io.ccmoperator.status.ReconcileResult.Degraded;
import io.ccmoperator.status.ReconcileResult.Kind;
import io.ccmoperator.status.ReconcileResult.Progressing;
import io.ccmoperator.status.ReconcileResult.Waiting;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.time.Duration;

/** When a controller runs again without a trigger, in the SDK's terms. The primary is never written. */
final class NextReconcile {
    private static final Duration ROLLOUT = Duration.ofSeconds(30);
    private static final Duration WAITING = Duration.ofSeconds(10);
    private static final Duration RESYNC = Duration.ofMinutes(10);

    private NextReconcile() {}

    /**
     * What the SDK does after a result.
     *
     * @throws TransientFailureException for a transient failure: the SDK retries with its backoff, which any other
     * result ends
     */
    static <P extends HasMetadata> UpdateControl<P> after(ReconcileResult result) throws TransientFailureException {
        UpdateControl<P> control = UpdateControl.noUpdate();
        if (result instanceof Converged) {
            return control.rescheduleAfter(RESYNC);
        } else if (result instanceof Progressing) {
            return control.rescheduleAfter(ROLLOUT);
        } else if (result instanceof Waiting) {
            // Costs no request; what is waited for may be a time.
            return control.rescheduleAfter(WAITING);
        } else if (result instanceof Degraded failure && failure.kind() == Kind.TRANSIENT) {
            throw new TransientFailureException(failure.cause());
        }
        return control;
    }
}
