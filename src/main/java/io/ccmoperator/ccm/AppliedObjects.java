// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.apply.ApplyResult;
import io.ccmoperator.apply.ObjectOwnership;
import io.ccmoperator.apply.Outcome;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.PreviousOperator;
import io.ccmoperator.assets.ReservedObjects;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ConfigMapContent;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.substitution.OwnerLabel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * The objects that the operator has applied for a provider: in this process, and in earlier ones by status.relatedObjects. Any
 * other object of a desired name belongs to another component, which would break if it were overwritten or deleted. Used by
 * one thread.
 */
public final class AppliedObjects implements ObjectOwnership {
    private final ClusterOperatorStatusWriter status;

    /** What this process has applied and not deleted since. */
    private final Set<ObjectKey> applied = new LinkedHashSet<>();

    private List<ObjectKey> former = List.of();

    AppliedObjects(ClusterOperatorStatusWriter status) {
        this.status = status;
    }

    /** All of them, in the order in which they were applied. */
    List<ObjectKey> earlier() {
        List<ObjectKey> earlier = new ArrayList<>(applied);
        earlier.addAll(status.applied());
        return earlier;
    }

    /**
     * Sets them after a reconcile. An object whose first write failed is not one of them.
     *
     * @param remaining those that could not be deleted: they are tried again, by another process too
     */
    void remember(List<ObjectKey> desired, ApplyResult result, Collection<ObjectKey> remaining) {
        List<ObjectKey> earlier = earlier();
        applied.clear();
        for (int i = 0; i < desired.size(); i++) {
            Outcome outcome = result.outcomes().get(i);
            if (outcome.newest().isPresent() || earlier.contains(desired.get(i))) {
                applied.add(desired.get(i));
            }
        }
        applied.addAll(remaining);
        status.relate(applied);
    }

    /** Takes in objects that were applied by other names, or in another kind: they are deleted if they still exist. */
    void addFormer(List<ObjectKey> others) {
        former = others;
        applied.addAll(others);
    }

    /** Those that were taken in last. */
    List<ObjectKey> former() {
        return former;
    }

    /** None is there any more. */
    void forget() {
        applied.clear();
        status.relate(applied);
    }

    @Override
    public Optional<String> refusal(KubernetesObject desired, Optional<KubernetesObject> live) {
        ObjectKey key = ObjectKey.of(desired);
        return refusal(key, live, this::earlier)
                .or(() -> live.filter(copy ->
                                isCopy(key) && !ConfigMapContent.of(copy).equals(ConfigMapContent.of(desired)))
                        .map(copy -> key
                                + " has other content than was known, and is not changed, since Pods may mount it"));
    }

    /**
     * Why an object must be left alone.
     *
     * @param applied what the operator has applied, which is looked up only for an object without a mark of its own
     */
    public static Optional<String> refusal(
            ObjectKey key, Optional<KubernetesObject> live, Supplier<? extends Collection<ObjectKey>> applied) {
        if (isReserved(key)) {
            return Optional.of("%s belongs to %s, so the object of the provider is not applied; rename the provider's"
                    .formatted(key, ownerOfReserved(key)));
        }
        if (live.isEmpty() || isOwn(key, live.get()) || applied.get().contains(key)) {
            return Optional.empty();
        }
        return Optional.of(
                "%s exists and does not belong to the operator, so it is left alone; rename the provider's object, or delete the existing one, or hand it over with the label %s=%s"
                        .formatted(key, OwnerLabel.KEY, OwnerLabel.VALUE));
    }

    /** Whether the controller neither writes nor deletes an object, whoever has made it. */
    static boolean isReserved(ObjectKey key) {
        String kind = key.kind().kind();
        return isConfiguration(key) && !isCopy(key)
                || ReservedObjects.areOfCluster(kind, key.name())
                || ReservedObjects.areOfPayload(kind, key.namespace(), key.name());
    }

    /** Whether an object is a copy of cloud-conf, which no provider has, but the controller makes. */
    static boolean isCopy(ObjectKey key) {
        return ReservedObjects.areCopies(key.kind().kind(), key.name());
    }

    /** Whether an object is a copy of cloud-conf, or one that another controller makes. */
    static boolean isConfiguration(ObjectKey key) {
        return ReservedObjects.areOfOperator(key.kind().kind(), key.name());
    }

    private static String ownerOfReserved(ObjectKey key) {
        if (isConfiguration(key)) {
            return "another controller of the operator";
        }
        return ReservedObjects.areOfCluster(key.kind().kind(), key.name())
                ? "Kubernetes or OpenShift"
                : "the release payload";
    }

    private static boolean isOwn(ObjectKey key, KubernetesObject live) {
        return Pruning.isRemovable(live)
                || live.fields().map("metadata", "annotations").containsKey(PreviousOperator.ANNOTATION)
                || PreviousOperator.hasApplied(key.kind(), key.namespace(), key.name());
    }
}
