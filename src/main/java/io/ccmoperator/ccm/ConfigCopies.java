// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ReservedObjects;
import io.ccmoperator.assets.ResourceKind;
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
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Lets workloads mount copies of cloud-conf in place of cloud-conf itself, which the kubelet would lay again under running Pods when it changes.
 * A copy is immutable, and exists for as long as a pod template, the last proven configuration or a Pod refers to it. So only a name without a copy
 * is free for the next one. For one plan.
 */
final class ConfigCopies {
    private static final String CLOUD_CONF = "cloud-conf";

    private final Snapshot snapshot;
    private final List<KubernetesObject> workloads;

    /** Empty if no workload mounts it. */
    private final Optional<ObjectKey> cloudConf;

    private final List<ObjectKey> names;

    /** The copies that exist, and those that another client has deleted while they were referred to: these are restored. */
    private final Map<ObjectKey, KubernetesObject> existing = new LinkedHashMap<>();

    /** Those that the pod templates of workloads refer to, whether they exist or not. */
    private final Set<ObjectKey> mounted;

    /** The copy that has, or will have, the content of cloud-conf; empty if there is none and no name is free. */
    private final Optional<ObjectKey> present;

    /**
     * What has to be applied.
     *
     * @param objects the workloads mount copies; these are before the first workload
     * @param unused copies that neither a pod template nor the last proven configuration refers to; Pods may
     * @param awaited what is waited for before the present cloud-conf can be copied; until then workloads mount what they did
     */
    record Result(List<KubernetesObject> objects, List<ObjectKey> unused, Optional<String> awaited) {}

    /**
     * @param snapshot has what is {@link #required}, the workloads and cloud-conf
     * @param desired workloads mount cloud-conf
     * @param trials what is known of the configuration of a workload of the cluster: one that is proven needs no other one
     */
    ConfigCopies(
            Snapshot snapshot, List<KubernetesObject> desired, Function<KubernetesObject, ConfigurationTrial> trials) {
        this.snapshot = snapshot;
        this.workloads = desired.stream().filter(KubernetesObject::isWorkload).toList();
        this.cloudConf = cloudConf(desired);
        this.names = cloudConf.map(key -> all(key.kind(), key.namespace())).orElse(List.of());
        this.mounted = workloads.stream()
                .flatMap(workload -> live(workload).flatMap(this::copyOf).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        Set<String> last = workloads.stream()
                .flatMap(workload ->
                        live(workload)
                                .filter(live -> !trials.apply(live).isProven())
                                .flatMap(this::lastProven)
                                .stream())
                .collect(Collectors.toSet());
        names.forEach(copy -> (mounted.contains(copy) || last.contains(copy.name())
                        ? snapshot.lastSeen(copy)
                        : snapshot.object(copy))
                .ifPresent(object -> existing.put(copy, object)));
        this.present = source().flatMap(this::copyWith);
    }

    /** A workload of the cluster, or as it was before another client deleted it. */
    private Optional<KubernetesObject> live(KubernetesObject desired) {
        return snapshot.lastSeen(ObjectKey.of(desired));
    }

    private Optional<String> lastProven(KubernetesObject live) {
        return ConfigurationRecord.of(live).lastProven().flatMap(ConfigurationRecord.Configuration::copy);
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

    private static Optional<ObjectKey> cloudConf(List<KubernetesObject> desired) {
        return desired.stream()
                .filter(KubernetesObject::isWorkload)
                .flatMap(workload ->
                        mountsOf(workload).map(mount -> new ObjectKey(mount.kind(), workload.namespace(), CLOUD_CONF)))
                .findFirst();
    }

    private static Stream<ConfigReferences.Mount> mountsOf(KubernetesObject workload) {
        return ConfigReferences.mounts(workload.podSpec()).stream().filter(mount -> CLOUD_CONF.equals(mount.name()));
    }

    private Optional<KubernetesObject> source() {
        return cloudConf.flatMap(snapshot::object);
    }

    /** The name of the copy that a workload of the cluster mounts. */
    Optional<String> mounted(KubernetesObject live) {
        return copyOf(live).map(ObjectKey::name);
    }

    /** The name of the copy that a desired workload is to mount: the one of the present cloud-conf; without that what it mounts already. */
    Optional<String> present(KubernetesObject workload) {
        return mountsOf(workload)
                .findFirst()
                .flatMap(mount -> present)
                .or(() -> live(workload).flatMap(this::copyOf).filter(existing::containsKey))
                .map(ObjectKey::name);
    }

    /** Whether a desired workload can mount a copy of this name; without one it must not need any. */
    boolean canMount(KubernetesObject workload, Optional<String> copy) {
        return copy.map(name ->
                        existing.keySet().stream().anyMatch(key -> key.name().equals(name)))
                .orElseGet(() -> mountsOf(workload).findFirst().isEmpty());
    }

    /**
     * Lets workloads mount copies.
     *
     * @param desired workloads mount cloud-conf
     * @param chosen for a workload the name of its copy; one without mounts cloud-conf itself
     * @param kept the names of copies that may be mounted again: the new configuration may not work
     */
    Result mount(List<KubernetesObject> desired, Map<ObjectKey, String> chosen, Set<String> kept) {
        Map<ObjectKey, KubernetesObject> copies = new LinkedHashMap<>();
        existing.forEach((key, copy) -> {
            if (mounted.contains(key) || kept.contains(key.name())) {
                // What runs may need it again: a node restarts.
                copies.put(key, copy(key, copy));
            }
        });
        present.filter(key -> chosen.containsValue(key.name()))
                .ifPresent(key -> copies.put(key, copy(key, source().get())));
        List<KubernetesObject> objects = new ArrayList<>();
        boolean isBeforeWorkloads = true;
        for (KubernetesObject object : desired) {
            if (object.isWorkload() && isBeforeWorkloads) {
                objects.addAll(copies.values());
                isBeforeWorkloads = false;
            }
            objects.add(mount(object, Optional.ofNullable(chosen.get(ObjectKey.of(object)))));
        }
        if (isBeforeWorkloads) {
            objects.addAll(copies.values());
        }
        List<ObjectKey> unused = existing.keySet().stream()
                .filter(key -> !copies.containsKey(key) && snapshot.object(key).isPresent())
                .toList();
        return new Result(objects, unused, source().isPresent() && present.isEmpty() ? awaited() : Optional.empty());
    }

    /** The copy that has, or will have, the content of cloud-conf. */
    private Optional<ObjectKey> copyWith(KubernetesObject source) {
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
        // The hash of one that mounts no copy is the same with any.
        return workloads.stream()
                .filter(workload -> mountsOf(workload).findFirst().isPresent())
                .anyMatch(workload -> {
                    ConfigHash hash = ConfigHash.of(
                            mounting(workload, cloudConf.get(), key.name()),
                            ConfigHash::digest,
                            reference -> reference.equals(key) ? Optional.of(copy) : snapshot.object(reference));
                    return live(workload)
                            .flatMap(ConfigHash::carried)
                            .filter(hash::equals)
                            .isPresent();
                });
    }

    private Optional<ObjectKey> copyOf(KubernetesObject live) {
        List<ConfigReferences.Mount> mounts = ConfigReferences.mounts(live.podSpec());
        return names.stream()
                .filter(key -> mounts.stream()
                        .anyMatch(mount ->
                                mount.kind() == key.kind() && key.name().equals(mount.name())))
                .findFirst();
    }

    private KubernetesObject mount(KubernetesObject workload, Optional<String> copy) {
        return copy.map(name -> mounting(workload, cloudConf.get(), name)).orElse(workload);
    }

    private static KubernetesObject mounting(KubernetesObject workload, ObjectKey cloudConf, String copy) {
        KubernetesObject object = workload.copy();
        mountsOf(object)
                .filter(mount -> mount.kind() == cloudConf.kind())
                .forEach(mount -> mount.source().put(mount.nameField(), copy));
        return object;
    }

    private static KubernetesObject copy(ObjectKey key, KubernetesObject source) {
        ConfigMapContent content = ConfigMapContent.of(source);
        KubernetesObject copy = key.kind() == ResourceKind.SECRET
                ? content.secret(key.namespace(), key.name())
                : content.configMap(key.namespace(), key.name(), Map.of());
        copy.tree().put("immutable", true);
        new OwnerLabel().apply(copy);
        return copy;
    }

    private Optional<String> awaited() {
        return Optional.of("the end of Pods that mount one of "
                + names.stream().map(ObjectKey::toString).collect(Collectors.joining(", ")) + ": " + cloudConf.get()
                + " has changed, and none of them is free for a copy of it");
    }
}
