// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.apply.ApplyEvents;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Provider;
import io.ccmoperator.assets.ProviderIndex;
import io.ccmoperator.assets.ReservedObjects;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ApiServer.DryRun;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLists;
import io.ccmoperator.cluster.DescribedCluster;
import io.ccmoperator.cluster.Infrastructure;
import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.cluster.Overrides;
import io.ccmoperator.status.ReconcileResult;
import io.ccmoperator.substitution.DesiredResources;
import io.ccmoperator.substitution.OwnerLabel;
import io.ccmoperator.substitution.ProviderSelection;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Removes all that was applied for a CloudControllerManager {@code cluster} that describes the cluster, when it is deleted. A finalizer
 * keeps the object until then, so that the objects it has on record are not forgotten. Only an object that carries the operator's label is
 * ever deleted.
 */
public final class Removal {
    private static final String FINALIZER = "ccmoperator.io/cloud-controller-manager";

    /** They are about what cloud controller managers do. */
    private static final Set<ResourceKind> POLICIES =
            EnumSet.of(ResourceKind.VALIDATING_ADMISSION_POLICY, ResourceKind.VALIDATING_ADMISSION_POLICY_BINDING);

    private static final Set<ResourceKind> OF_ACCOUNTS =
            EnumSet.of(ResourceKind.SERVICE_ACCOUNT, ResourceKind.ROLE, ResourceKind.ROLE_BINDING);

    static final Set<ResourceKind> WORKLOADS = EnumSet.of(ResourceKind.DEPLOYMENT, ResourceKind.DAEMON_SET);

    private final ApiServer server;
    private final Pruning pruning;
    private final ProviderIndex providers;
    private final String managedNamespace;

    /** @param events records what is deleted, and failures */
    public Removal(ApiServer server, ApplyEvents events, ProviderIndex providers, String managedNamespace) {
        this.server = server;
        this.pruning = new Pruning(server, events);
        this.providers = providers;
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
    private static KubernetesObject held(KubernetesObject manager) {
        Set<Object> finalizers = new LinkedHashSet<>(manager.fields().list("metadata", "finalizers"));
        finalizers.add(FINALIZER);
        return withFinalizers(manager, finalizers);
    }

    /**
     * Keeps the object no longer.
     *
     * @return Progressing if another client has changed the object
     */
    ReconcileResult letGo(KubernetesObject manager) {
        Set<Object> finalizers = new LinkedHashSet<>(manager.fields().list("metadata", "finalizers"));
        finalizers.remove(FINALIZER);
        try {
            server.replace(withFinalizers(manager, finalizers), DryRun.NONE);
            return ReconcileResult.converged();
        } catch (ApiException e) {
            if (e.isNotFound()) {
                // Another process has let it go.
                return ReconcileResult.converged();
            }
            return e.isConflict()
                    ? new ReconcileResult.Progressing("removing the finalizer of " + ObjectKey.of(manager))
                    : ReconcileResult.transientFailure(e.getMessage());
        }
    }

    /**
     * Deletes what is left: admission policies, then the other objects, last ones first, then the configuration. These are the objects on
     * record, and those of the provider by their names: a process may have ended before it could write the record.
     *
     * @param manager the deleted object, which is let go when nothing is left; at once where it is Unmanaged, and all stays
     * @param applied all that is on record, in the order in which it was applied
     * @return Progressing while objects were still there, or another client has changed the object; a later run sees whether all is deleted.
     *     Degraded if an object may not be read or deleted, and so may still be there
     */
    public ReconcileResult run(KubernetesObject manager, List<ObjectKey> applied) {
        if (!holds(manager)) {
            return ReconcileResult.converged();
        }
        if (DescribedCluster.isUnmanaged(manager)) {
            return letGo(manager);
        }
        List<ObjectKey> deleted = new ArrayList<>();
        for (List<ObjectKey> candidates : List.of(
                objects(manager, applied, providers, managedNamespace), configuration(applied, managedNamespace))) {
            Pruning.Result pruned = pruning.prune(candidates, key -> false);
            if (pruned.failure().isPresent()) {
                return ReconcileResult.transientFailure(pruned.failure().get());
            }
            deleted.addAll(pruned.deleted());
        }
        Optional<String> failure = forgetAnnotations(manager);
        if (failure.isPresent()) {
            return ReconcileResult.transientFailure(failure.get());
        }
        return deleted.isEmpty() ? letGo(manager) : new ReconcileResult.Progressing("removing " + names(deleted));
    }

    /**
     * What carries the operator's label, in the order in which it is deleted, whatever any object has on record: the object may be lost, or its
     * finalizer taken off.
     *
     * @param namespace empty: of the cluster and of all namespaces; else what Pods of that one are made of, and run with
     */
    public static List<ObjectKey> owned(ObjectLists lists, String namespace) {
        List<ResourceKind> kinds = new ArrayList<>(List.of(ResourceKind.SECRET));
        ResourceKind.OF_PROVIDERS.stream()
                .filter(kind -> namespace.isEmpty() || !OF_ACCOUNTS.contains(kind) && kind.isNamespaced())
                .forEach(kinds::add);
        Collections.reverse(kinds);
        return owned(lists, namespace, kinds).stream()
                .sorted(Comparator.comparing(key -> !POLICIES.contains(key.kind())))
                .toList();
    }

    /** The workloads of all namespaces that carry the operator's label. */
    public static List<ObjectKey> ownedWorkloads(ObjectLists lists) {
        return owned(lists, "", WORKLOADS);
    }

    private static List<ObjectKey> owned(ObjectLists lists, String namespace, Collection<ResourceKind> kinds) {
        String selector = "labelSelector=" + OwnerLabel.KEY + "=" + OwnerLabel.VALUE;
        return kinds.stream()
                .flatMap(kind -> lists.list(kind, namespace, selector, Optional::of).stream()
                        .map(object -> new ObjectKey(kind, object.namespace(), object.name())))
                .toList();
    }

    /** Deletes them; gives why one is still there. */
    public Optional<String> delete(List<ObjectKey> owned) {
        return pruning.prune(owned, key -> false).failure();
    }

    /** The accounts of Pods belong to whoever has installed the operator: they lose what the object has set on them. Returns why one does not. */
    private Optional<String> forgetAnnotations(KubernetesObject manager) {
        List<KubernetesObject> objects = provider(manager, providers)
                .map(provider -> DesiredResources.all(provider, managedNamespace))
                .orElse(List.of());
        try {
            AccountAnnotations.changes(AccountAnnotations.without(objects, Overrides.of(manager.tree())), server::get)
                    .forEach(account -> server.replace(account, DryRun.NONE));
            return Optional.empty();
        } catch (ApiException e) {
            return Optional.of(e.getMessage());
        }
    }

    private static String names(List<ObjectKey> keys) {
        return keys.stream().map(ObjectKey::toString).collect(Collectors.joining(", "));
    }

    /** All that {@link #run} looks at, in its order. */
    public static List<ObjectKey> candidates(
            KubernetesObject manager, List<ObjectKey> applied, ProviderIndex providers, String managedNamespace) {
        if (DescribedCluster.isUnmanaged(manager)) {
            return List.of();
        }
        List<ObjectKey> candidates = new ArrayList<>(objects(manager, applied, providers, managedNamespace));
        candidates.addAll(configuration(applied, managedNamespace));
        return candidates;
    }

    private static List<ObjectKey> objects(
            KubernetesObject manager, List<ObjectKey> applied, ProviderIndex providers, String managedNamespace) {
        List<ObjectKey> all = new ArrayList<>(applied);
        provider(manager, providers)
                .ifPresent(provider -> DesiredResources.all(provider, managedNamespace)
                        .forEach(object -> all.add(ObjectKey.of(object))));
        List<ObjectKey> candidates = Pruning.candidates(all, List.of(), List.of());
        candidates.removeIf(AppliedObjects::isCopy);
        candidates.sort(Comparator.comparing(key -> !POLICIES.contains(key.kind())));
        return candidates;
    }

    private static Optional<Provider> provider(KubernetesObject manager, ProviderIndex providers) {
        try {
            DescribedCluster cluster = new DescribedCluster(manager, "", providers);
            return ProviderSelection.of(
                    Infrastructure.of(cluster.infrastructure(() -> false).tree()), providers);
        } catch (InvalidInputException e) {
            // The object describes no cluster: for what it says now nothing was applied.
            return Optional.empty();
        }
    }

    /** The cloud configuration may have been in either kind. */
    private static List<ObjectKey> configuration(List<ObjectKey> applied, String managedNamespace) {
        Set<String> namespaces = new LinkedHashSet<>(Set.of(managedNamespace));
        namespaces.addAll(managedNamespaces(applied));
        return namespaces.stream()
                .flatMap(namespace -> Stream.of(
                                ConfigCopies.all(ResourceKind.CONFIG_MAP, namespace),
                                ConfigCopies.all(ResourceKind.SECRET, namespace),
                                List.of(
                                        new ObjectKey(ResourceKind.CONFIG_MAP, namespace, "cloud-conf"),
                                        new ObjectKey(ResourceKind.SECRET, namespace, "cloud-conf"),
                                        new ObjectKey(ResourceKind.CONFIG_MAP, namespace, "ccm-trusted-ca")))
                        .flatMap(List::stream))
                .toList();
    }

    /** The namespaces of applied workloads and configuration: one, but for an operator that was given another managed namespace. */
    public static List<String> managedNamespaces(List<ObjectKey> applied) {
        return applied.stream()
                .filter(key -> WORKLOADS.contains(key.kind())
                        || ReservedObjects.areOfOperator(key.kind().kind(), key.name()))
                .map(ObjectKey::namespace)
                .distinct()
                .toList();
    }

    private static KubernetesObject withFinalizers(KubernetesObject manager, Set<Object> finalizers) {
        KubernetesObject changed = manager.copy();
        changed.fields().map("metadata").put("finalizers", new ArrayList<>(finalizers));
        return changed;
    }
}
