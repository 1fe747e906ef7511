// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ReservedObjects;
import io.ccmoperator.ccm.ConfigReferences.Reference;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.ReconcileResult;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The Secrets and ConfigMaps of the user without which the Pods of workloads do not start: that are not there, or lack a key. What the operator
 * writes itself is not among them.
 *
 * @param lines one for each, with the place in the workload and the remedy
 */
record MissingSecrets(List<String> lines) {
    /** Nothing is missing. */
    static final MissingSecrets NONE = new MissingSecrets(List.of());

    /** Copies the lines. */
    MissingSecrets {
        lines = List.copyOf(lines);
    }

    /**
     * Looks at workloads.
     *
     * @param objects what the cluster has; asked for what workloads refer to only. Of what cannot be read nothing is said
     */
    static MissingSecrets of(List<KubernetesObject> desired, Function<ObjectKey, CacheState> objects) {
        return new MissingSecrets(desired.stream()
                .filter(KubernetesObject::isWorkload)
                .flatMap(workload -> ConfigReferences.all(workload).stream()
                        .filter(reference -> reference.isRequired() && isOfUser(reference.object()))
                        .flatMap(reference -> line(workload, reference, objects.apply(reference.object())).stream()))
                .distinct()
                .toList());
    }

    private static Optional<String> line(KubernetesObject workload, Reference reference, CacheState state) {
        return state.isSynced()
                ? reference
                        .lack(state.object())
                        .map(lack -> reference.object() + " (" + reference.place() + " of " + workload.kind() + " "
                                + workload.name() + ")" + lack)
                : Optional.empty();
    }

    /** Whether neither the operator nor the cluster makes an object. */
    static boolean isOfUser(ObjectKey key) {
        String kind = key.kind().kind();
        return !ReservedObjects.areOfOperator(kind, key.name())
                && !ReservedObjects.areCopies(kind, key.name())
                && !ReservedObjects.areOfCluster(kind, key.name());
    }

    /** A result that is no success, with what is missing: it may be why. */
    ReconcileResult with(ReconcileResult result) {
        String more = String.join("; ", lines);
        if (lines.isEmpty()) {
            return result;
        } else if (result instanceof ReconcileResult.Progressing progressing) {
            return new ReconcileResult.Progressing(progressing.what() + "; " + more);
        }
        return result instanceof ReconcileResult.Degraded failure ? failure.withMore(more) : result;
    }
}
