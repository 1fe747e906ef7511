// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.plan;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.InputFinding;
import io.ccmoperator.status.ReconcileResult;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * What a controller has to do, by the objects of a {@link Snapshot}. It is total: whatever is wrong, it says which objects have to be there
 * by the best that is known of each input, and beside them what is wrong. A value: the same objects give the same plan, to the operator
 * that applies it and to the preview that only shows it.
 *
 * @param extent what becomes of objects that are not among these
 * @param objects have to be as these are; in the order in which they are applied
 * @param waits objects that cannot be made yet, with what each waits for; they stay as they are
 * @param findings what is wrong with the input
 * @param details what else the controller says
 * @param <D> the type of the details
 */
public record Plan<D>(
        Extent extent,
        List<KubernetesObject> objects,
        Map<ObjectKey, String> waits,
        List<InputFinding> findings,
        D details) {
    /** What becomes of objects that were applied before, and are not in the plan. */
    public enum Extent {
        /** They are not needed any more. */
        ALL,
        /** They may be needed: not all is known. */
        PART,
        /** No cluster is described: nothing is applied or deleted, and what was known of one before is of another one. */
        NOTHING,
        /** Nothing is read, written or deleted: an administrator has taken over. */
        UNMANAGED
    }

    public Plan {
        objects = List.copyOf(objects);
        waits = Ordered.copy(waits);
        findings = List.copyOf(findings);
    }

    /** Objects that are all that there has to be. */
    public static <D> Plan<D> of(List<KubernetesObject> objects, List<InputFinding> findings, D details) {
        return new Plan<>(Extent.ALL, objects, Map.of(), findings, details);
    }

    /** No cluster is described. */
    public static <D> Plan<D> ofNoCluster(D details) {
        return new Plan<>(Extent.NOTHING, List.of(), Map.of(), List.of(), details);
    }

    /** Nothing is applied, and what was applied before stays. */
    public static <D> Plan<D> nothing(List<InputFinding> findings, D details) {
        return new Plan<>(Extent.PART, List.of(), Map.of(), findings, details);
    }

    /** An administrator has taken over. */
    public static <D> Plan<D> unmanaged(D details) {
        return new Plan<>(Extent.UNMANAGED, List.of(), Map.of(), List.of(), details);
    }

    /** The same with more that is wrong, which is said first. */
    public Plan<D> with(List<InputFinding> more) {
        return new Plan<>(
                extent,
                objects,
                waits,
                Stream.concat(more.stream(), findings.stream()).toList(),
                details);
    }

    /** The same with other details. */
    public <E> Plan<E> withDetails(E others) {
        return new Plan<>(extent, objects, waits, findings, others);
    }

    /** Whether these are all objects. */
    public boolean isComplete() {
        return extent == Extent.ALL;
    }

    /** Whether what the plan has not asked for is not needed any more. */
    boolean hasAskedForAll() {
        return extent == Extent.ALL || extent == Extent.NOTHING;
    }

    /**
     * The result of the plan.
     *
     * @param application applies the objects
     */
    public ReconcileResult result(Function<Plan<D>, ReconcileResult> application) {
        if (extent == Extent.UNMANAGED) {
            return new ReconcileResult.Unmanaged();
        }
        if (objects.isEmpty() && !isComplete()) {
            ReconcileResult nothing = waiting(ReconcileResult.converged()).with(findings);
            // That nothing is applied is no success.
            return nothing instanceof ReconcileResult.Degraded failure ? failure.alone() : nothing;
        }
        return waiting(application.apply(this)).with(findings);
    }

    private ReconcileResult waiting(ReconcileResult applied) {
        return applied instanceof ReconcileResult.Converged && !waits.isEmpty()
                ? new ReconcileResult.Waiting(waits.values().iterator().next())
                : applied;
    }
}
