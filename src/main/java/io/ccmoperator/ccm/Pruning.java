// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.apply.ApplyEvents;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.substitution.OwnerLabel;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Deletes what was applied for a provider and is no longer desired. Only an object that carries the label
 * {@code app.kubernetes.io/managed-by=ccm-operator} is ever deleted. The account of the operator may read and delete roles,
 * bindings and admission policies of known names only: what it may not read or delete stays on record until it may.
 */
public final class Pruning {
    private final ApiServer server;
    private final ApplyEvents events;

    /** @param events records failures */
    public Pruning(ApiServer server, ApplyEvents events) {
        this.server = server;
        this.events = events;
    }

    /**
     * What became of the candidates.
     *
     * @param deleted those that have been deleted
     * @param remaining those that are in use or could not be deleted, and have to be tried again
     * @param forbidden whether any of them may not be read or deleted
     * @param failure the causes, in the order of the candidates, and last what is forbidden; none when there is none
     */
    public record Result(
            List<ObjectKey> deleted, List<ObjectKey> remaining, boolean forbidden, Optional<String> failure) {
        public Result {
            deleted = List.copyOf(deleted);
            remaining = List.copyOf(remaining);
        }

        /** All candidates stay. */
        static Result kept(List<ObjectKey> candidates) {
            return new Result(List.of(), candidates, false, Optional.empty());
        }
    }

    /**
     * Objects of earlier reconciles that are not desired any more, of the kinds that providers have and copies of cloud-conf, last ones first: what
     * runs is deleted before what it needs. What belongs to another component by its name is not among them.
     *
     * @param earlier objects that were applied, in that order, and any others
     * @param former those of them that nothing has any more: configurations among them are not those of another controller
     */
    public static List<ObjectKey> candidates(
            List<ObjectKey> earlier, Collection<ObjectKey> former, List<KubernetesObject> desired) {
        Set<ObjectKey> expected = desired.stream().map(ObjectKey::of).collect(Collectors.toSet());
        List<ObjectKey> candidates = new ArrayList<>(earlier.stream()
                .filter(key -> AppliedObjects.isConfiguration(key) && former.contains(key)
                        || !AppliedObjects.isReserved(key)
                                && (ResourceKind.OF_PROVIDERS.contains(key.kind()) || AppliedObjects.isCopy(key)))
                .filter(key -> !expected.contains(key))
                .distinct()
                .toList());
        Collections.reverse(candidates);
        return candidates;
    }

    /** Whether an object may be deleted. */
    public static boolean isRemovable(KubernetesObject live) {
        return live.fields().string("metadata", "labels", OwnerLabel.KEY).equals(OwnerLabel.VALUE);
    }

    /**
     * Deletes the candidates that may be deleted. Each costs a request to read it and one to delete it.
     *
     * @param candidates see {@link #candidates}
     * @param inUse whether an existing object is still needed: it remains. Throws ApiException if that is not known
     */
    Result prune(List<ObjectKey> candidates, Predicate<ObjectKey> inUse) {
        List<ObjectKey> deleted = new ArrayList<>();
        List<ObjectKey> remaining = new ArrayList<>();
        List<String> forbidden = new ArrayList<>();
        List<String> causes = new ArrayList<>();
        for (ObjectKey key : candidates) {
            Optional<KubernetesObject> live = Optional.empty();
            try {
                live = server.get(key).filter(Pruning::isRemovable);
                if (live.isPresent() && inUse.test(key)) {
                    remaining.add(key);
                } else if (live.isPresent()) {
                    server.delete(key, live.get().fields().string("metadata", "uid"));
                    deleted.add(key);
                }
            } catch (ApiException e) {
                events.deleteFailed(key, e.isForbidden() ? forbidden(key, e) : e.getMessage());
                if (e.isForbidden()) {
                    // Of what may be read, the permission to delete it may be missing, or the one to see whether it is
                    // in use.
                    forbidden.add(key
                            + live.map(object -> " (" + e.getMessage() + ")").orElse(""));
                } else {
                    causes.add(e.getMessage());
                }
                remaining.add(key);
            }
        }
        if (!deleted.isEmpty()) {
            events.deleted(deleted);
        }
        if (!forbidden.isEmpty()) {
            causes.add("grant the permissions to get and to delete what may be left: " + String.join(", ", forbidden));
        }
        return new Result(
                deleted,
                remaining,
                !forbidden.isEmpty(),
                causes.isEmpty() ? Optional.empty() : Optional.of(String.join("; ", causes)));
    }

    private static String forbidden(ObjectKey key, ApiException forbidden) {
        return key + " is no longer desired, but the operator is not allowed to delete it (" + forbidden.getMessage()
                + ")";
    }
}
