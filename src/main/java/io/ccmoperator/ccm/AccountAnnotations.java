// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Overrides;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * The annotations that an administrator sets on the account of Pods, by which the cloud knows it. The account belongs to whoever has installed
 * the operator: only these keys are written, and removed when they are set no longer.
 *
 * @param desired annotation to value
 * @param former keys that were desired before: they are removed unless they are desired
 */
record AccountAnnotations(Map<String, Object> desired, Set<String> former) {
    /** A workload, and what is set of its programs. */
    private static AccountAnnotations of(
            KubernetesObject workload, Overrides overrides, Optional<KubernetesObject> live) {
        Set<String> former = new LinkedHashSet<>();
        live.map(ConfigurationRecord::of).ifPresent(record -> {
            former.addAll(set(workload, record.overrides()).keySet());
            record.lastProven()
                    .ifPresent(last ->
                            former.addAll(set(workload, last.overrides()).keySet()));
        });
        return new AccountAnnotations(set(workload, overrides), former);
    }

    private static Map<String, Object> set(KubernetesObject workload, Overrides overrides) {
        Map<String, Object> set = new LinkedHashMap<>();
        workload.containers().stream()
                .flatMap(container ->
                        Optional.ofNullable(overrides.programs().get(String.valueOf(container.get("name")))).stream())
                .forEach(program -> set.putAll(program.accountAnnotations()));
        return set;
    }

    private AccountAnnotations and(AccountAnnotations other) {
        Map<String, Object> both = new LinkedHashMap<>(desired);
        both.putAll(other.desired);
        Set<String> keys = new LinkedHashSet<>(former);
        keys.addAll(other.former);
        return new AccountAnnotations(both, keys);
    }

    private boolean isNothing() {
        return desired.isEmpty() && former.isEmpty();
    }

    /** An account with the annotations; empty if it has them. */
    Optional<KubernetesObject> change(KubernetesObject account) {
        Map<String, Object> present = account.fields().map("metadata", "annotations");
        Map<String, Object> annotations = new LinkedHashMap<>(present);
        annotations.keySet().removeAll(former);
        annotations.putAll(desired);
        if (annotations.equals(present)) {
            return Optional.empty();
        }
        KubernetesObject changed = account.copy();
        new FieldWriter(changed.tree()).map("metadata").put("annotations", annotations);
        return Optional.of(changed);
    }

    /**
     * By account, for the workloads of a provider.
     *
     * @param overrides of each workload
     * @param live a workload of the cluster, which remembers what was set
     */
    static Map<ObjectKey, AccountAnnotations> of(
            List<KubernetesObject> objects,
            Function<KubernetesObject, Overrides> overrides,
            Function<ObjectKey, Optional<KubernetesObject>> live) {
        Map<ObjectKey, AccountAnnotations> accounts = new LinkedHashMap<>();
        objects.stream().filter(KubernetesObject::isWorkload).forEach(workload -> {
            AccountAnnotations annotations =
                    of(workload, overrides.apply(workload), live.apply(ObjectKey.of(workload)));
            if (!annotations.isNothing()) {
                accounts.merge(account(workload), annotations, AccountAnnotations::and);
            }
        });
        return accounts;
    }

    /** Without what an administrator had set by overrides of a deleted object. */
    static Map<ObjectKey, AccountAnnotations> without(List<KubernetesObject> objects, Overrides deleted) {
        Map<ObjectKey, AccountAnnotations> accounts = new LinkedHashMap<>();
        objects.stream().filter(KubernetesObject::isWorkload).forEach(workload -> {
            Set<String> former = set(workload, deleted).keySet();
            if (!former.isEmpty()) {
                accounts.merge(account(workload), new AccountAnnotations(Map.of(), former), AccountAnnotations::and);
            }
        });
        return accounts;
    }

    private static ObjectKey account(KubernetesObject workload) {
        return new ObjectKey(
                ResourceKind.SERVICE_ACCOUNT,
                workload.namespace(),
                FieldReader.of(workload.podSpec()).string("serviceAccountName"));
    }

    /** The accounts that have to be written, as they are to be. */
    static List<KubernetesObject> changes(
            Map<ObjectKey, AccountAnnotations> accounts, Function<ObjectKey, Optional<KubernetesObject>> live) {
        List<KubernetesObject> changes = new ArrayList<>();
        accounts.forEach((key, annotations) ->
                live.apply(key).flatMap(annotations::change).ifPresent(changes::add));
        return changes;
    }
}
