// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.plan;

import io.ccmoperator.status.ReconcileResult;

/** A controller, which knows nothing of the operator SDK. Used by one thread at a time. */
public interface PlannedController {
    /** Plans without applying anything: in a process that does not lead, all that is needed is known when it begins to. */
    void prepare() throws InterruptedException;

    /** Plans, applies the plan, and says what came of it. */
    ReconcileResult reconcile() throws InterruptedException;
}
