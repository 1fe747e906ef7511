// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ccm;

import io.ccmoperator.apply.ApplyEvents;
import io.ccmoperator.apply.Contention;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ReservedObjects;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.LastResult;
import io.ccmoperator.substitution.SecurePort;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Puts on workloads what depends on ConfigMaps and Secrets: the hash of their configuration, so that Pods restart when it changes, and
 * the flags for serving certificates that exist ({@link SecurePort#withFiles}). An object that was deleted
 * by mistake is often created again at once: for a moment a workload keeps its hash, so that its Pods do not restart
 * twice. While another client keeps overwriting configuration, changes of a workload's hash wait
 * ({@link Contention}), since each replaces the Pods. Used by one thread.
 */
final class ConfigHashes {
    /** How long configuration may be missing before the workload is applied without the hash. */
    private static final Duration GRACE = Duration.ofSeconds(3);

    private final ObjectCache objects;
    private final ApplyEvents events;
    private final Clock clock;
    private final Consumer<Duration> requeue;
    private final Map<ObjectKey, Instant> missingSince = new HashMap<>();
    private final Map<ObjectKey, Chosen> chosen = new HashMap<>();
    private final Map<ObjectKey, Function<Map<String, Object>, String>> digests = new HashMap<>();
    private final Map<ObjectKey, Function<Annotated, KubernetesObject>> annotated = new HashMap<>();
    private final Map<ObjectKey, Function<Served, KubernetesObject>> served = new HashMap<>();

    /** What an annotated workload depends on, all of it. */
    private record Annotated(KubernetesObject workload, ConfigHash.Complete hash) {
        KubernetesObject copy() {
            return hash.annotate(workload);
        }
    }

    /** What a workload with flags for certificates depends on, all of it. */
    private record Served(KubernetesObject workload, Set<String> certificates) {
        KubernetesObject copy() {
            return certificates.isEmpty() ? workload : SecurePort.withFiles(workload, certificates);
        }
    }

    /**
     * The hash that a workload has to carry.
     *
     * @param changes those of this process
     * @param newer whether there is another hash, which waits
     */
    private record Chosen(ConfigHash.Complete hash, Contention changes, boolean newer) {}

    /**
     * @param objects knows the workloads, ConfigMaps and Secrets; they are watched
     * @param events records those that are missing
     * @param requeue triggers a reconcile of the controller after that time
     */
    ConfigHashes(ObjectCache objects, ApplyEvents events, Clock clock, Consumer<Duration> requeue) {
        this.objects = objects;
        this.events = events;
        this.clock = clock;
        this.requeue = requeue;
    }

    /** What the workloads among these objects refer to. */
    static Set<ObjectKey> references(List<KubernetesObject> desired) {
        Set<ObjectKey> references = new LinkedHashSet<>();
        desired.stream()
                .filter(KubernetesObject::isWorkload)
                .forEach(workload -> references.addAll(ConfigReferences.of(workload)));
        return references;
    }

    /**
     * What a workload that does not exist yet needs of the operator's other controllers, which may be about to make it: for a moment it is
     * worth waiting for, since the Pods would be replaced at once.
     */
    Optional<ObjectKey> awaited(List<KubernetesObject> desired) {
        Optional<ObjectKey> awaited = Optional.empty();
        for (KubernetesObject workload : desired) {
            if (workload.isWorkload()
                    && objects.state(ObjectKey.of(workload)).object().isEmpty()) {
                for (ObjectKey reference : ConfigReferences.of(workload)) {
                    if (objects.state(reference).object().isPresent()) {
                        missingSince.remove(reference);
                    } else if (ReservedObjects.areOfOperator(reference.kind().kind(), reference.name())
                            && !hasLasted(reference)) {
                        awaited = Optional.of(reference);
                    }
                }
            }
        }
        return awaited;
    }

    /**
     * The same objects; workloads all of whose configuration is there carry its hash, and read the certificates that exist.
     *
     * @param kept configuration that may be missing: a workload keeps the hash that it has
     */
    List<KubernetesObject> annotate(List<KubernetesObject> desired, CredentialsUse credentials, Set<ObjectKey> kept) {
        return desired.stream()
                .map(object -> object.isWorkload() ? annotate(serve(object), credentials, kept) : object)
                .toList();
    }

    private KubernetesObject serve(KubernetesObject workload) {
        ObjectKey key = ObjectKey.of(workload);
        Set<String> certificates = SecurePort.certificates(workload).stream()
                .filter(secret -> isServed(key, secret))
                .collect(Collectors.toUnmodifiableSet());
        return served.computeIfAbsent(key, unused -> new LastResult<>(Served::copy))
                .apply(new Served(workload, certificates));
    }

    /** Whether the certificate exists, or is missing for a moment only: who renews it may delete it first. */
    private boolean isServed(ObjectKey workload, String secret) {
        ObjectKey key = new ObjectKey(ResourceKind.SECRET, workload.namespace(), secret);
        if (objects.state(key).object().filter(SecurePort::isComplete).isPresent()) {
            missingSince.remove(key);
            return true;
        }
        return objects.state(workload)
                        .object()
                        .filter(live -> SecurePort.reads(live, secret))
                        .isPresent()
                && !hasLasted(key);
    }

    private KubernetesObject annotate(KubernetesObject workload, CredentialsUse credentials, Set<ObjectKey> kept) {
        ObjectKey key = ObjectKey.of(workload);
        ConfigHash hash = ConfigHash.of(
                workload,
                credentials,
                digests.computeIfAbsent(key, unused -> new LastResult<>(ConfigHash::digest)),
                reference -> objects.state(reference).object());
        if (hash instanceof ConfigHash.Complete complete) {
            missingSince.remove(key);
            return annotated
                    .computeIfAbsent(key, unused -> new LastResult<>(Annotated::copy))
                    .apply(new Annotated(workload, choose(key, complete)));
        }
        Optional<ConfigHash.Complete> before = objects.state(key).object().flatMap(ConfigHash::carried);
        ConfigHash.Missing missing = (ConfigHash.Missing) hash;
        if (before.isPresent() && (kept.containsAll(missing.objects()) || !hasLasted(key))) {
            return before.get().annotate(workload);
        }
        events.configurationCheckFailed(workload, missing.message());
        return workload;
    }

    private ConfigHash.Complete choose(ObjectKey workload, ConfigHash.Complete newest) {
        Instant now = clock.instant();
        Chosen before = chosen.getOrDefault(workload, new Chosen(newest, Contention.NONE, false));
        Duration delay = before.changes.delay(now);
        if (newest.equals(before.hash)) {
            chosen.put(workload, before);
        } else if (delay.isZero()) {
            chosen.put(workload, new Chosen(newest, before.changes.add(now), false));
        } else if (!before.newer) {
            requeue.accept(delay);
            chosen.put(workload, new Chosen(before.hash, before.changes, true));
        }
        return chosen.get(workload).hash;
    }

    /** @param key a workload whose configuration is missing, or a certificate */
    private boolean hasLasted(ObjectKey key) {
        Instant now = clock.instant();
        if (missingSince.putIfAbsent(key, now) == null) {
            requeue.accept(GRACE);
        }
        return !now.isBefore(missingSince.get(key).plus(GRACE));
    }
}
