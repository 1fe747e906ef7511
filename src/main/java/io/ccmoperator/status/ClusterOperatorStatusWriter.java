// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static io.ccmoperator.client.ClusterObjects.CLOUD_CONTROLLER_MANAGER;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.CacheState;
import io.ccmoperator.client.ObjectCache;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLog;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.events.EventSubject;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.UnaryOperator;

/**
 * The one writer of the ClusterOperator {@code cloud-controller-manager}, and of the status of the CloudControllerManager
 * {@code cluster}, in this process. Their watch announces changes of the object
 * ({@link #observe}), controllers report their results ({@link #report}), and {@link #flush} writes the differences: one write for
 * all results since the last one. Between results, {@link #check} degrades what has failed for too long.
 *
 * <p>Safe for use by several threads. Only {@code flush} sends requests; while it does so, the other methods do not wait for it, and a
 * second {@code flush} does.
 */
public final class ClusterOperatorStatusWriter {
    /** The ClusterOperator, which only clusters of OpenShift have. */
    public static final ObjectKey KEY = ObjectKey.ofCluster(ResourceKind.CLUSTER_OPERATOR, "cloud-controller-manager");

    private static final ObjectLog LOG = ObjectLog.of(ClusterOperatorStatusWriter.class);

    /** How often another client may be first, until a flush gives up. */
    private static final int ATTEMPTS = 10;

    private final ApiServer api;
    private final ObjectCache objects;
    private final ObjectKey key;
    private final BooleanSupplier leading;
    private final Clock clock;
    private final Object writing = new Object();

    /** What an object lacks as soon as it is written: an older kind drops it. With the next change it is written again, in case the kind is upgraded. */
    private final Map<ObjectKey, Map<String, Object>> dropped = new HashMap<>();

    /** Replaced under the lock of this, read without. */
    private volatile ClusterOperatorStatus status;

    /**
     * @param objects has to watch the object
     * @param status before the first report, which says on which distribution
     * @param leading whether this process may write
     */
    public ClusterOperatorStatusWriter(
            ApiServer api, ObjectCache objects, ClusterOperatorStatus status, BooleanSupplier leading, Clock clock) {
        this.api = api;
        this.objects = objects;
        this.key = key(status.distribution());
        this.status = status;
        this.leading = leading;
        this.clock = clock;
    }

    /** The object in which the status is written and looked up. */
    public static ObjectKey key(Distribution distribution) {
        return distribution == Distribution.OPENSHIFT ? KEY : CLOUD_CONTROLLER_MANAGER;
    }

    /** The object in which the status is written and looked up. */
    public ObjectKey key() {
        return key;
    }

    /**
     * Takes in the object of the cache: at the start of the watch, and on every event. A flush is due in any case: it costs nothing when
     * the object says all it should, and restores what another client removed.
     */
    public synchronized void observe() {
        CacheState now = objects.state(key);
        if (now.isSynced()) {
            status = status.observe(now.object());
        }
    }

    /**
     * Records the result of a reconcile; nothing is written before {@link #flush}. Messages distinguish progress to a
     * version from a mere resync by the object's status.versions, so {@link #observe} comes first.
     *
     * @return whether the controller of the CCM resources has to look again
     * @throws IllegalArgumentException if the controller does not run in this process
     */
    public boolean report(Controller controller, ReconcileResult result) {
        return update(before -> before.report(controller, result, clock.instant()));
    }

    /**
     * Degrades what has failed for too long by now.
     *
     * @return whether the controller of the CCM resources has to look again
     */
    public boolean check() {
        return update(before -> before.check(clock.instant()));
    }

    /** When {@link #check} is due without any event; empty if it is not. */
    public Optional<Instant> nextCheck() {
        return status.nextCheck(clock.instant());
    }

    /** Sets the applied objects, all of them, for status.relatedObjects. Until it is called, those of before stay. */
    public void relate(Collection<ObjectKey> applied) {
        update(before -> before.relate(applied));
    }

    /** Sets the objects of the user that the operator reads, which must-gather then gathers. */
    public void relateSources(Collection<ObjectKey> sources) {
        update(before -> before.relateSources(sources));
    }

    /**
     * A controller begins a reconcile: its result is about the CloudControllerManager as it is known now, or about a newer one. Without
     * this call the conditions of that object do not follow from the result.
     */
    public void begin(Controller controller) {
        Optional<KubernetesObject> manager =
                objects.state(CLOUD_CONTROLLER_MANAGER).object();
        update(before -> before.begin(controller, manager));
    }

    /** Says which images the programs have, and what names them; by the program's field of the CloudControllerManager. */
    public void describePrograms(Map<String, ProgramImage> images) {
        update(before -> before.describePrograms(images));
    }

    /** Sets the name of the provider, for the status of the CloudControllerManager. Until it is known, what is said there stays. */
    public void describeProvider(Optional<String> name) {
        update(before -> before.describeProvider(name));
    }

    /** Sets the state in one word of each object that a controller keeps, for the status of the CloudControllerManager. */
    public void describeObjects(Controller controller, Map<ObjectKey, String> states) {
        update(before -> before.describeObjects(controller, states));
    }

    /** Whether the controllers of this process have a result, but for that of the CCM resources. */
    public boolean haveOthersReported() {
        return status.haveOthersReported();
    }

    /** The applied objects that the status names, as last seen. */
    public List<ObjectKey> applied() {
        return ReportedStatus.of(objects.state(key).object()).applied();
    }

    /** Whether an applied object is known not to exist any more. */
    public boolean isDeleted(ObjectKey key) {
        CacheState state = objects.state(key);
        return state.isSynced() && state.object().isEmpty();
    }

    /**
     * What a condition says: as reported in this process where its controller runs here, or else as last seen on the
     * object.
     */
    public Optional<Condition> condition(ConditionType type) {
        return status.condition(type);
    }

    /**
     * What a condition says to those who look at the object: as reported in this process, or else as last seen there. A
     * process that follows another one reports nothing, and one that has just started has not yet.
     */
    public Optional<Condition> shown(ConditionType type) {
        return status.shown(type);
    }

    /** The object of events about the operator itself. */
    public EventSubject subject() {
        return objects.state(key).object().map(EventSubject::of).orElseGet(() -> EventSubject.of(key));
    }

    /**
     * Writes what the objects do not say yet, if this process leads: the ClusterOperator, where there is one, then the CloudControllerManager.
     *
     * @return whether anything was written
     * @throws ApiException if one cannot be read or written; a later flush writes it all the same
     */
    public boolean flush() {
        synchronized (writing) {
            boolean written = key.equals(KEY) && write(KEY);
            return write(CLOUD_CONTROLLER_MANAGER) || written;
        }
    }

    /**
     * A missing ClusterOperator is created, and gets all conditions in one go; one that another client has changed meanwhile is read again. A
     * CloudControllerManager is its user's, and known by its watch only, whose next event is a reason to flush.
     */
    private boolean write(ObjectKey target) {
        boolean isOwn = target.equals(KEY);
        CacheState cached = objects.state(target);
        if (cached instanceof CacheState.OtherVersion) {
            // It has no status that this program can write.
            return false;
        }
        Optional<KubernetesObject> live = cached.isSynced() || !isOwn ? cached.object() : api.get(target);
        for (int attempt = 1; isOwn || live.isPresent(); attempt++) {
            ClusterOperatorStatus now = status;
            Map<String, Object> changes = now.patch(target, live, clock.instant());
            if (changes.isEmpty() || changes.equals(dropped.get(target)) || !leading.getAsBoolean()) {
                return false;
            }
            try {
                KubernetesObject written = patch(target, live.isPresent() ? live.get() : create(), changes);
                dropped.put(target, now.patch(target, Optional.of(written), clock.instant()));
                return true;
            } catch (ApiException e) {
                if (attempt == ATTEMPTS || !isOutdated(e, live)) {
                    throw e;
                }
                live = isOwn ? api.get(target) : Optional.empty();
            }
        }
        return false;
    }

    /** The object was changed or deleted since it was read; without a live one, 404 says that there is no such kind. */
    private static boolean isOutdated(ApiException e, Optional<KubernetesObject> live) {
        return e.isConflict() || e.isNotFound() && live.isPresent();
    }

    private KubernetesObject patch(ObjectKey target, KubernetesObject live, Map<String, Object> changes) {
        Map<String, Object> patch = new LinkedHashMap<>();
        patch.put("metadata", Map.of("resourceVersion", live.fields().string("metadata", "resourceVersion")));
        patch.put("status", changes);
        KubernetesObject written = api.patchStatus(target, patch);
        record(target, written);
        LOG.info(target, "wrote " + String.join(", ", summary(changes)));
        return written;
    }

    private KubernetesObject create() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", KEY.kind().apiVersion());
        tree.put("kind", KEY.kind().kind());
        tree.put("metadata", Map.of("name", KEY.name()));
        tree.put("spec", Map.of());
        KubernetesObject created = api.create(new KubernetesObject(tree), ApiServer.DryRun.NONE);
        record(KEY, created);
        LOG.info(KEY, "created");
        return created;
    }

    /** The cache may know of something newer than the answer to a write. */
    private void record(ObjectKey target, KubernetesObject answer) {
        objects.recordWrite(answer, null);
        if (target.equals(key)) {
            Optional<KubernetesObject> newest = objects.state(key).object();
            update(before -> before.observe(Optional.of(answer)).observe(newest));
        }
    }

    private synchronized boolean update(UnaryOperator<ClusterOperatorStatus> change) {
        ClusterOperatorStatus before = status;
        status = change.apply(before);
        return status.differsForControllers(before);
    }

    private static List<String> summary(Map<String, Object> changes) {
        List<String> summary = new ArrayList<>();
        FieldReader.of(changes).maps("conditions").stream()
                .map(Condition::of)
                .map(condition -> condition.type() + "=" + condition.status())
                .forEach(summary::add);
        changes.keySet().stream().filter(name -> !name.equals("conditions")).forEach(summary::add);
        return summary;
    }
}
