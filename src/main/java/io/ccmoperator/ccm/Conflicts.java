// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.LabelSelector;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Desired objects, separated from those that would break others of them: two definitions of one object would overwrite each
 * other without end, and two PodDisruptionBudgets for one Pod make the API server reject each eviction of the Pod. The last one
 * is kept, since what the operator adds comes after the objects of the provider. The build rejects such a provider.
 *
 * @param applicable the objects to apply, in their order
 * @param rejected the others
 */
record Conflicts(List<KubernetesObject> applicable, List<Rejected> rejected) {
    Conflicts {
        applicable = List.copyOf(applicable);
        rejected = List.copyOf(rejected);
    }

    /**
     * An object that is not applied.
     *
     * @param reason one line that names the object and the remedy
     */
    record Rejected(KubernetesObject object, String reason) {}

    /** @param desired all desired objects, in the order in which they are applied */
    static Conflicts of(List<KubernetesObject> desired) {
        List<KubernetesObject> applicable = new ArrayList<>();
        List<Rejected> rejected = new ArrayList<>();
        for (int i = 0; i < desired.size(); i++) {
            KubernetesObject object = desired.get(i);
            List<KubernetesObject> later = desired.subList(i + 1, desired.size());
            Optional<String> reason = duplicate(object, later).or(() -> secondBudget(object, later, desired));
            reason.ifPresentOrElse(text -> rejected.add(new Rejected(object, text)), () -> applicable.add(object));
        }
        return new Conflicts(applicable, rejected);
    }

    private static Optional<String> duplicate(KubernetesObject object, List<KubernetesObject> later) {
        ObjectKey key = ObjectKey.of(object);
        return later.stream().anyMatch(other -> ObjectKey.of(other).equals(key))
                ? Optional.of(key + " is defined more than once, so only the last definition is applied, which is the"
                        + " operator's own if there is one; leave the other out of the provider")
                : Optional.empty();
    }

    private static Optional<String> secondBudget(
            KubernetesObject budget, List<KubernetesObject> later, List<KubernetesObject> desired) {
        if (!isBudget(budget)) {
            return Optional.empty();
        }
        for (KubernetesObject other : later) {
            for (KubernetesObject workload : desired) {
                if (isBudget(other) && protects(budget, workload) && protects(other, workload)) {
                    return Optional.of(
                            "%s is not applied: it selects the Pods of %s, which %s selects too, and with two of them no Pod can be evicted; leave it out of the provider"
                                    .formatted(budget.display(), workload.display(), other.display()));
                }
            }
        }
        return Optional.empty();
    }

    private static boolean isBudget(KubernetesObject object) {
        return ObjectKey.of(object).kind() == ResourceKind.POD_DISRUPTION_BUDGET;
    }

    private static boolean protects(KubernetesObject budget, KubernetesObject workload) {
        return workload.isWorkload()
                && workload.namespace().equals(budget.namespace())
                && new LabelSelector(budget.fields().field("spec", "selector"))
                        .selects(workload.fields().map("spec", "template", "metadata", "labels"));
    }
}
