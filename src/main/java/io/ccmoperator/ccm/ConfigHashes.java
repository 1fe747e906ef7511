// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ReservedObjects;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.plan.Snapshot;
import io.ccmoperator.substitution.SecurePort;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Puts on workloads what depends on ConfigMaps and Secrets: the hash of their configuration, so that Pods restart when it changes, and
 * the flags for serving certificates that exist ({@link SecurePort#withFiles}). An object that was deleted
 * by mistake is often created again at once: for a moment a workload keeps its hash, so that its Pods do not restart
 * twice. For one plan.
 */
final class ConfigHashes {
    /** How long configuration may be missing before the workload is applied without the hash. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    private static final Set<String> HASHED = Set.of("ConfigMap", "Secret");

    private final Snapshot snapshot;
    private final Set<ObjectKey> kept;
    private final Map<KubernetesObject, String> unhashed = new LinkedHashMap<>();
    private final Map<ObjectKey, String> unusable = new LinkedHashMap<>();

    /** The ConfigMaps and Secrets that are applied before the workloads. */
    private final Map<ObjectKey, KubernetesObject> planned = new HashMap<>();

    /**
     * @param snapshot knows what is {@link #required}, or that it cannot be read
     * @param kept configuration that may be missing: a workload keeps the hash that it has
     */
    ConfigHashes(Snapshot snapshot, Set<ObjectKey> kept) {
        this.snapshot = snapshot;
        this.kept = kept;
    }

    /** The objects, what the workloads among them refer to, and the copies of that. */
    static Set<ObjectKey> required(List<KubernetesObject> desired) {
        Set<ObjectKey> required = new LinkedHashSet<>();
        desired.forEach(object -> required.add(ObjectKey.of(object)));
        desired.stream()
                .filter(KubernetesObject::isWorkload)
                .forEach(workload -> required.addAll(ConfigReferences.of(workload)));
        required.addAll(ConfigCopies.required(desired));
        return required;
    }

    /** What a workload that does not exist yet needs of the operator's other controllers, and they have not made. */
    Optional<ObjectKey> awaited(KubernetesObject workload) {
        return snapshot.lastSeen(ObjectKey.of(workload)).isPresent()
                ? Optional.empty()
                : ConfigReferences.of(workload).stream()
                        .filter(reference -> isOfOperator(reference)
                                && snapshot.object(reference).isEmpty())
                        .findFirst();
    }

    /** Whether a workload keeps its hash while some of its configuration is missing, whose fault that is others say. */
    private boolean isKept(ObjectKey workload, List<ObjectKey> missing) {
        return kept.containsAll(missing)
                || !snapshot.unknown(missing).isEmpty()
                || !snapshot.hasLasted(workload, GRACE);
    }

    private static boolean isOfOperator(ObjectKey key) {
        return ReservedObjects.areOfOperator(key.kind().kind(), key.name());
    }

    /** The same objects; workloads all of whose configuration is there carry its hash, and read the certificates that exist. */
    List<KubernetesObject> annotate(List<KubernetesObject> desired) {
        desired.stream()
                .filter(object -> HASHED.contains(object.kind()))
                .forEach(object -> planned.put(ObjectKey.of(object), object));
        return desired.stream()
                .map(object -> object.isWorkload() ? annotate(serve(object)) : object)
                .toList();
    }

    /** The workloads without a hash, with what of their configuration is missing. */
    Map<KubernetesObject, String> unhashed() {
        return unhashed;
    }

    /** The Secrets whose serving certificate and key do not fit, with a line that names the Secret and the remedy. */
    Map<ObjectKey, String> unusable() {
        return unusable;
    }

    private KubernetesObject serve(KubernetesObject workload) {
        ObjectKey key = ObjectKey.of(workload);
        Set<String> certificates = SecurePort.certificates(workload).stream()
                .filter(secret -> isServed(key, secret))
                .collect(Collectors.toUnmodifiableSet());
        return certificates.isEmpty() ? workload : SecurePort.withFiles(workload, certificates);
    }

    /** Whether the certificate can be served, or cannot for a moment only: who renews it may delete it first, or write one file first. */
    private boolean isServed(ObjectKey workload, String secret) {
        ObjectKey key = new ObjectKey(ResourceKind.SECRET, workload.namespace(), secret);
        return isUsable(key)
                || snapshot.has(workload, live -> SecurePort.reads(live, secret)) && !snapshot.hasLasted(key, GRACE);
    }

    private boolean isUsable(ObjectKey key) {
        Optional<KubernetesObject> complete = snapshot.object(key).filter(SecurePort::isComplete);
        Optional<String> fault = complete.flatMap(secret -> snapshot.result("pair", key, secret, SecurePort::fault));
        fault.ifPresent(why -> unusable.put(
                key, key + ": " + why + "; correct it, until then the program is to sign a certificate itself"));
        return complete.isPresent() && fault.isEmpty();
    }

    private KubernetesObject annotate(KubernetesObject workload) {
        ObjectKey key = ObjectKey.of(workload);
        ConfigHash hash = ConfigHash.of(
                workload,
                tree -> snapshot.result("digest", key, tree, ConfigHash::digest),
                reference -> Optional.ofNullable(planned.get(reference)).or(() -> snapshot.object(reference)));
        if (hash instanceof ConfigHash.Complete complete) {
            return complete.annotate(workload);
        }
        Optional<ConfigHash.Complete> before = snapshot.lastSeen(key).flatMap(ConfigHash::carried);
        ConfigHash.Missing missing = (ConfigHash.Missing) hash;
        if (before.isPresent() && isKept(key, missing.objects())) {
            return before.get().annotate(workload);
        }
        unhashed.put(workload, missing.message());
        return workload;
    }
}
