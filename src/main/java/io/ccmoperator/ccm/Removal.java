// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.apply.ApplyEvents;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ApiServer.DryRun;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.ReconcileResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Removes all that was applied for a CloudControllerManager {@code cluster} that describes the cluster, when it is deleted. A finalizer
 * keeps the object until then, so that the objects it has on record are not forgotten.
 */
public final class Removal {
    private static final String FINALIZER = "ccmoperator.io/cloud-controller-manager";
    private static final ReconcileResult REMOVING =
            new ReconcileResult.Progressing("removing the cloud controller manager");

    /** They are about what cloud controller managers do. */
    private static final Set<ResourceKind> POLICIES =
            Set.of(ResourceKind.VALIDATING_ADMISSION_POLICY, ResourceKind.VALIDATING_ADMISSION_POLICY_BINDING);

    private final ApiServer server;
    private final Pruning pruning;
    private final String managedNamespace;

    /** @param events records what is deleted, and failures */
    public Removal(ApiServer server, ApplyEvents events, String managedNamespace) {
        this.server = server;
        this.pruning = new Pruning(server, events);
        this.managedNamespace = managedNamespace;
    }

    /** Whether the object is kept until all is removed. */
    static boolean holds(KubernetesObject manager) {
        return manager.fields().list("metadata", "finalizers").contains(FINALIZER);
    }

    /**
     * Keeps the object until all is removed.
     *
     * @return the object as the server has it
     * @throws ApiException if it cannot be written; after a conflict its newer state is the next reason to try
     */
    KubernetesObject hold(KubernetesObject manager) {
        return server.replace(held(manager), DryRun.NONE);
    }

    /** The object with what keeps it. */
    public static KubernetesObject held(KubernetesObject manager) {
        Set<Object> finalizers = new LinkedHashSet<>(manager.fields().list("metadata", "finalizers"));
        finalizers.add(FINALIZER);
        return withFinalizers(manager, finalizers);
    }

    /**
     * Deletes what is left: admission policies, then the other objects, last ones first, then the configuration.
     *
     * @param manager the deleted object, which is let go when nothing is left
     * @param applied all that was applied for it, in that order
     * @return Progressing while objects were still there, or another client has changed the object; a later run sees whether all is deleted
     */
    public ReconcileResult run(KubernetesObject manager, List<ObjectKey> applied) {
        if (!holds(manager)) {
            return ReconcileResult.converged();
        }
        List<ObjectKey> candidates = Pruning.candidates(applied, List.of());
        candidates.sort(Comparator.comparing(key -> !POLICIES.contains(key.kind())));
        Pruning.Result pruned = pruning.prune(candidates);
        if (pruned.failure().isPresent() || !pruned.remaining().isEmpty()) {
            return ReconcileResult.transientFailure(
                    pruned.failure().orElseGet(() -> String.join("; ", pruned.warnings())));
        }
        try {
            if (deleteConfiguration() || !pruned.deleted().isEmpty()) {
                return REMOVING;
            }
            Set<Object> finalizers = new LinkedHashSet<>(manager.fields().list("metadata", "finalizers"));
            finalizers.remove(FINALIZER);
            server.replace(withFinalizers(manager, finalizers), DryRun.NONE);
            return ReconcileResult.converged();
        } catch (ApiException e) {
            if (e.isNotFound()) {
                // Another process has let it go.
                return ReconcileResult.converged();
            }
            return e.isConflict() ? REMOVING : ReconcileResult.transientFailure(e.getMessage());
        }
    }

    /** Whether any of it was there; the cloud configuration may have been in either. */
    private boolean deleteConfiguration() {
        List<ObjectKey> configuration = List.of(
                new ObjectKey(ResourceKind.CONFIG_MAP, managedNamespace, "cloud-conf"),
                new ObjectKey(ResourceKind.SECRET, managedNamespace, "cloud-conf"),
                new ObjectKey(ResourceKind.CONFIG_MAP, managedNamespace, "ccm-trusted-ca"));
        boolean found = false;
        for (ObjectKey key : configuration) {
            Optional<KubernetesObject> live = server.get(key);
            if (live.isPresent()) {
                server.delete(key, live.get().fields().string("metadata", "uid"));
                found = true;
            }
        }
        return found;
    }

    private static KubernetesObject withFinalizers(KubernetesObject manager, Set<Object> finalizers) {
        KubernetesObject changed = manager.copy();
        changed.fields().map("metadata").put("finalizers", new ArrayList<>(finalizers));
        return changed;
    }
}
