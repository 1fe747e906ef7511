// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.plan;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.status.ReconcileResult;
import java.util.List;
import java.util.function.Function;

/**
 * What a controller has to do, by the objects of a {@link Snapshot}. A value: the same objects give the same plan, to the operator that
 * applies it and to the preview that only shows it.
 *
 * @param <D> what else the controller says of its plan
 */
public sealed interface Plan<D> {
    /** What else the controller says. */
    D details();

    /**
     * The result of the plan.
     *
     * @param application applies the objects, if there are any to apply
     */
    default ReconcileResult result(Function<Apply<D>, ReconcileResult> application) {
        return this instanceof Apply<D> apply ? application.apply(apply) : ((End<D>) this).result();
    }

    /**
     * Objects have to be as these are.
     *
     * @param objects in the order in which they are applied
     * @param details what else the controller says
     */
    record Apply<D>(List<KubernetesObject> objects, D details) implements Plan<D> {
        public Apply {
            objects = List.copyOf(objects);
        }
    }

    /**
     * Nothing is applied, and what was applied before stays.
     *
     * @param result why
     * @param details what else the controller says
     */
    record End<D>(ReconcileResult result, D details) implements Plan<D> {}
}
