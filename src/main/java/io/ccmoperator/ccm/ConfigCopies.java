// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ReservedObjects;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldWriter;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ConfigMapContent;
import io.ccmoperator.plan.Snapshot;
import io.ccmoperator.substitution.OwnerLabel;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lets workloads mount copies of cloud-conf in place of cloud-conf itself, which the kubelet would lay again under running Pods when it changes.
 * A copy is immutable, and exists for as long as a pod template, the last complete rollout or a Pod refers to it. So only a name without a copy
 * is free for the next one. For one plan.
 */
final class ConfigCopies {
    /** Of a workload: the copy that its last complete rollout mounted, written with each change to another copy. */
    static final String LAST_COMPLETE = "ccmoperator.io/last-complete-cloud-conf";

    private static final String CLOUD_CONF = "cloud-conf";

    private final Snapshot snapshot;
    private final List<KubernetesObject> desired;
    private final ObjectKey cloudConf;
    private final List<ObjectKey> names;

    /** The copies that exist. */
    private final Map<ObjectKey, KubernetesObject> existing = new LinkedHashMap<>();

    /** Those that the pod templates of existing workloads refer to, whether they exist or not. */
    private final Set<ObjectKey> mounted;

    /**
     * What has to be applied.
     *
     * @param objects the workloads mount copies; these are before the first workload
     * @param unused copies that neither a pod template nor the last complete rollout refers to; Pods may
     * @param awaited what is waited for before the present cloud-conf can be copied; until then workloads mount what they did
     */
    record Result(List<KubernetesObject> objects, List<ObjectKey> unused, Optional<String> awaited) {}

    /** What a workload that mounts a copy depends on, all of it. */
    private record Mounted(KubernetesObject workload, ObjectKey cloudConf, String copy, Optional<String> lastComplete) {
        KubernetesObject object() {
            KubernetesObject object = mounting(workload, cloudConf, copy);
            lastComplete.ifPresent(name -> new FieldWriter(object.tree())
                    .map("metadata", "annotations")
                    .put(LAST_COMPLETE, name));
            return object;
        }
    }

    /** The result for a workload or a copy. */
    private record Of(ObjectKey object) {}

    private ConfigCopies(Snapshot snapshot, List<KubernetesObject> desired, ObjectKey cloudConf) {
        this.snapshot = snapshot;
        this.desired = desired;
        this.cloudConf = cloudConf;
        this.names = all(cloudConf.kind(), cloudConf.namespace());
        names.forEach(copy -> snapshot.object(copy).ifPresent(object -> existing.put(copy, object)));
        this.mounted = desired.stream()
                .filter(KubernetesObject::isWorkload)
                .flatMap(workload -> snapshot.object(ObjectKey.of(workload)).stream())
                .flatMap(live -> mounted(live).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** The copies of a kind, each of which may exist. */
    static List<ObjectKey> all(ResourceKind kind, String namespace) {
        return ReservedObjects.COPIES.stream()
                .map(name -> new ObjectKey(kind, namespace, name))
                .toList();
    }

    /** The copies that workloads may mount. */
    static List<ObjectKey> required(List<KubernetesObject> desired) {
        return cloudConf(desired).map(key -> all(key.kind(), key.namespace())).orElse(List.of());
    }

    /**
     * Decides which copy workloads mount.
     *
     * @param snapshot has what is {@link #required}, the workloads and cloud-conf
     * @param desired workloads mount cloud-conf
     */
    static Result of(Snapshot snapshot, List<KubernetesObject> desired) {
        return cloudConf(desired)
                .map(key -> new ConfigCopies(snapshot, desired, key).result())
                .orElseGet(() -> new Result(desired, List.of(), Optional.empty()));
    }

    private static Optional<ObjectKey> cloudConf(List<KubernetesObject> desired) {
        return desired.stream()
                .filter(KubernetesObject::isWorkload)
                .flatMap(workload -> ConfigReferences.mounts(workload.podSpec()).stream()
                        .filter(mount -> CLOUD_CONF.equals(mount.name()))
                        .map(mount -> new ObjectKey(mount.kind(), workload.namespace(), CLOUD_CONF)))
                .findFirst();
    }

    private Result result() {
        Optional<KubernetesObject> source = snapshot.object(cloudConf);
        Optional<ObjectKey> chosen = source.flatMap(this::chosen);
        Map<ObjectKey, KubernetesObject> copies = new LinkedHashMap<>();
        // What runs may need them again: a node restarts, or the new configuration does not work.
        Stream.concat(mounted.stream(), lastComplete())
                .filter(existing::containsKey)
                .forEach(key -> copies.put(key, copy(key, existing.get(key))));
        chosen.ifPresent(key -> copies.put(key, copy(key, source.get())));
        List<KubernetesObject> objects = new ArrayList<>();
        boolean isBeforeWorkloads = true;
        for (KubernetesObject object : desired) {
            if (object.isWorkload() && isBeforeWorkloads) {
                objects.addAll(copies.values());
                isBeforeWorkloads = false;
            }
            objects.add(object.isWorkload() ? mount(object, chosen) : object);
        }
        List<ObjectKey> unused = existing.keySet().stream()
                .filter(key -> !copies.containsKey(key))
                .toList();
        return new Result(objects, unused, source.isPresent() && chosen.isEmpty() ? awaited() : Optional.empty());
    }

    /** The copy that has, or will have, the content of cloud-conf; empty if no name is free. */
    private Optional<ObjectKey> chosen(KubernetesObject source) {
        ConfigMapContent content = ConfigMapContent.of(source);
        // After the one that is mounted, so that a name comes again as late as possible: the kubelet keeps what is
        // immutable.
        List<ObjectKey> order = new ArrayList<>(names);
        mounted.stream().findFirst().ifPresent(first -> Collections.rotate(order, -order.indexOf(first) - 1));
        return Stream.concat(mounted.stream(), order.stream())
                .filter(key -> hasContent(key, content))
                .findFirst()
                .or(() -> mounted.stream()
                        .filter(key -> isDeletedCopy(key, source))
                        .findFirst())
                .or(() -> order.stream()
                        .filter(key -> !existing.containsKey(key) && !mounted.contains(key))
                        .findFirst());
    }

    private boolean hasContent(ObjectKey key, ConfigMapContent content) {
        return Optional.ofNullable(existing.get(key))
                .filter(copy -> mounted.contains(key) || Pruning.isRemovable(copy))
                .filter(copy -> ConfigMapContent.of(copy).equals(content))
                .isPresent();
    }

    /** Whether another client has deleted a copy that had the content of cloud-conf: workloads that mount it carry the hash of that. */
    private boolean isDeletedCopy(ObjectKey key, KubernetesObject source) {
        if (existing.containsKey(key)) {
            return false;
        }
        KubernetesObject copy = copy(key, source);
        return desired.stream().filter(KubernetesObject::isWorkload).anyMatch(workload -> {
            ConfigHash hash = ConfigHash.of(
                    mounting(workload, cloudConf, key.name()),
                    ConfigHash::digest,
                    reference -> reference.equals(key) ? Optional.of(copy) : snapshot.object(reference));
            Optional<ConfigHash> carried =
                    snapshot.object(ObjectKey.of(workload)).flatMap(ConfigHash::carried);
            return carried.filter(hash::equals).isPresent();
        });
    }

    private Stream<ObjectKey> lastComplete() {
        return desired.stream()
                .filter(KubernetesObject::isWorkload)
                .flatMap(workload -> snapshot.object(ObjectKey.of(workload)).stream())
                .flatMap(live -> lastComplete(live).stream());
    }

    /** A copy that does not exist any more was replaced by a later complete rollout. */
    private Optional<ObjectKey> lastComplete(KubernetesObject live) {
        if (Rollout.of(live) instanceof Rollout.Complete) {
            return mounted(live);
        }
        String recorded = live.fields().string("metadata", "annotations", LAST_COMPLETE);
        return existing.keySet().stream()
                .filter(key -> key.name().equals(recorded))
                .findFirst()
                .or(() -> mounted(live));
    }

    private Optional<ObjectKey> mounted(KubernetesObject live) {
        List<ConfigReferences.Mount> mounts = ConfigReferences.mounts(live.podSpec());
        return names.stream()
                .filter(key -> mounts.stream()
                        .anyMatch(mount ->
                                mount.kind() == key.kind() && key.name().equals(mount.name())))
                .findFirst();
    }

    /** Mounts the chosen copy; without one what the workload mounts already; and cloud-conf itself if there is no copy at all. */
    private KubernetesObject mount(KubernetesObject workload, Optional<ObjectKey> chosen) {
        ObjectKey key = ObjectKey.of(workload);
        Optional<KubernetesObject> live = snapshot.object(key);
        Optional<ObjectKey> before = live.flatMap(this::mounted);
        Optional<ObjectKey> copy = chosen.or(() -> before.filter(existing::containsKey));
        Optional<String> lastComplete = copy.equals(before)
                ? Optional.empty()
                : live.flatMap(this::lastComplete).map(ObjectKey::name);
        return copy.map(mounts -> snapshot.result(
                        new Of(key), new Mounted(workload, cloudConf, mounts.name(), lastComplete), Mounted::object))
                .orElse(workload);
    }

    private static KubernetesObject mounting(KubernetesObject workload, ObjectKey cloudConf, String copy) {
        KubernetesObject object = workload.copy();
        ConfigReferences.mounts(object.podSpec()).stream()
                .filter(mount -> mount.kind() == cloudConf.kind() && CLOUD_CONF.equals(mount.name()))
                .forEach(mount -> mount.source().put(mount.nameField(), copy));
        return object;
    }

    private KubernetesObject copy(ObjectKey key, KubernetesObject source) {
        return snapshot.result(new Of(key), ConfigMapContent.of(source), content -> {
            KubernetesObject copy = key.kind() == ResourceKind.SECRET
                    ? content.secret(key.namespace(), key.name())
                    : content.configMap(key.namespace(), key.name(), Map.of());
            copy.tree().put("immutable", true);
            new OwnerLabel().apply(copy);
            return copy;
        });
    }

    private Optional<String> awaited() {
        return Optional.of("the end of Pods that mount one of "
                + names.stream().map(ObjectKey::toString).collect(Collectors.joining(", ")) + ": " + cloudConf
                + " has changed, and none of them is free for a copy of it");
    }
}
