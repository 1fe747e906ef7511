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
import java.util.EnumMap;
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
    /** The ClusterOperator. */
    public static final ObjectKey KEY = ObjectKey.ofCluster(ResourceKind.CLUSTER_OPERATOR, "cloud-controller-manager");

    private final ObjectKey key;

    private static final ObjectLog LOG = ObjectLog.of(ClusterOperatorStatusWriter.class);

    /** How often another client may be first, until a flush gives up. */
    private static final int ATTEMPTS = 10;

    private final ApiServer api;
    private final ObjectCache objects;
    private final BooleanSupplier leading;
    private final Clock clock;
    private final Object writing = new Object();
    private ClusterOperatorStatus status;
    private CloudControllerManagerStatus manager = CloudControllerManagerStatus.UNKNOWN;

    /** What controllers know of what others say in the object; empty before the first observation. */
    private Optional<ClusterOperatorStatus.OfOthers> known = Optional.empty();

    /**
     * @param objects has to watch the object
     * @param distribution where there is a ClusterOperator; elsewhere the CloudControllerManager is in its place
     * @param status before the first report
     * @param leading whether this process may write
     */
    public ClusterOperatorStatusWriter(
            ApiServer api,
            ObjectCache objects,
            Distribution distribution,
            ClusterOperatorStatus status,
            BooleanSupplier leading,
            Clock clock) {
        this.api = api;
        this.objects = objects;
        this.key = key(distribution);
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
     * Takes in the object of the cache: at the start of the watch, and on every event.
     *
     * @return whether others have changed something that controllers read: the spec or a condition that this process does not write,
     *     or the object was deleted. A flush is due in any case: it costs nothing when the object says all it should, and restores
     *     what another client removed.
     */
    public synchronized boolean observe() {
        CacheState now = objects.state(key);
        if (!now.isSynced()) {
            return false;
        }
        ClusterOperatorStatus.OfOthers ofOthers = status.ofOthers(now.object());
        boolean changed = known.filter(ofOthers::differsFrom).isPresent();
        known = Optional.of(ofOthers);
        status = status.observe(now.object());
        return changed;
    }

    /**
     * Records the result of a reconcile; nothing is written before {@link #flush}. Messages distinguish progress to a
     * version from a mere resync by the object's status.versions, so {@link #observe} comes first.
     *
     * @return whether the controller's conditions say something else than before, which others may wait for
     * @throws IllegalArgumentException if the controller does not run in this process
     */
    public boolean report(Controller controller, ReconcileResult result) {
        return update(before -> before.report(controller, result, clock.instant()));
    }

    /**
     * Degrades what has failed for too long by now.
     *
     * @return whether conditions say something else than before
     */
    public boolean check() {
        return update(before -> before.check(clock.instant()));
    }

    /** When {@link #check} is due without any event; empty if it is not. */
    public synchronized Optional<Instant> nextCheck() {
        return status.nextCheck(clock.instant());
    }

    /** Sets the applied objects, all of them, for status.relatedObjects. Until it is called, those of before stay. */
    public synchronized void relate(Collection<ObjectKey> applied) {
        status = status.relate(applied);
    }

    /** Sets the objects of the user that the operator reads, which must-gather then gathers. */
    public synchronized void relateSources(Collection<ObjectKey> sources) {
        status = status.relateSources(sources);
    }

    /** Sets what the status of the CloudControllerManager says beside the conditions. */
    public synchronized void describe(CloudControllerManagerStatus now) {
        manager = now;
    }

    /** The applied objects that the status names, as last seen. */
    public List<ObjectKey> applied() {
        return objects.state(key)
                .object()
                .map(ReportedStatus::of)
                .map(ReportedStatus::applied)
                .orElse(List.of());
    }

    /**
     * What a condition says: as reported in this process where its controller runs here, or else as last seen on the
     * object.
     */
    public synchronized Optional<Condition> condition(ConditionType type) {
        return status.condition(type);
    }

    /**
     * What a condition says to those who look at the object: as reported in this process, or else as last seen there. A
     * process that follows another one reports nothing, and one that has just started has not yet.
     */
    public synchronized Optional<Condition> shown(ConditionType type) {
        return status.shown(type);
    }

    /** The object of events about the operator itself. */
    public EventSubject subject() {
        return objects.state(key).object().map(EventSubject::of).orElseGet(() -> EventSubject.of(key));
    }

    /**
     * Writes what the object does not say yet, if this process leads. A missing object is created, and gets all
     * conditions in one go. Conflicts are solved by reading again. A CloudControllerManager {@code cluster} then gets the same
     * conditions.
     *
     * @return whether anything was written
     * @throws ApiException if it cannot be read or written; a later flush writes it all the same
     */
    public boolean flush() {
        synchronized (writing) {
            boolean written = key.equals(KEY) && flushClusterOperator();
            return flushManager() || written;
        }
    }

    private boolean flushClusterOperator() {
        CacheState cached = objects.state(KEY);
        Optional<KubernetesObject> live = cached.isSynced() ? cached.object() : api.get(KEY);
        for (int attempt = 1; leading.getAsBoolean(); attempt++) {
            Map<String, Object> changes = changes(live);
            if (changes.isEmpty()) {
                return false;
            }
            try {
                write(live.isPresent() ? live.get() : create(), changes);
                return true;
            } catch (ApiException e) {
                if (attempt == ATTEMPTS || !isOutdated(e, live)) {
                    throw e;
                }
                live = api.get(KEY);
            }
        }
        return false;
    }

    /** A conflict is with a newer object, whose event is the next reason to flush. */
    private boolean flushManager() {
        Optional<KubernetesObject> live =
                objects.state(CLOUD_CONTROLLER_MANAGER).object();
        Map<String, Object> changes = live.map(this::managerChanges).orElse(Map.of());
        if (changes.isEmpty() || !leading.getAsBoolean()) {
            return false;
        }
        try {
            record(CLOUD_CONTROLLER_MANAGER, api.patchStatus(CLOUD_CONTROLLER_MANAGER, patch(live.get(), changes)));
            LOG.info(CLOUD_CONTROLLER_MANAGER, "wrote " + String.join(", ", summary(changes)));
            return true;
        } catch (ApiException e) {
            if (!isOutdated(e, live)) {
                throw e;
            }
            return false;
        }
    }

    private synchronized Map<String, Object> managerChanges(KubernetesObject live) {
        Map<ConditionType, Condition> conditions = new EnumMap<>(ConditionType.class);
        for (ConditionType type : ConditionType.values()) {
            status.shown(type).ifPresent(condition -> conditions.put(type, condition));
        }
        return manager.changes(live, conditions, status.reached(), clock.instant());
    }

    private static Map<String, Object> patch(KubernetesObject live, Map<String, Object> changes) {
        Map<String, Object> patch = new LinkedHashMap<>();
        patch.put("metadata", Map.of("resourceVersion", live.fields().string("metadata", "resourceVersion")));
        patch.put("status", changes);
        return patch;
    }

    /** The object was changed or deleted since it was read; without a live one, 404 says that there is no such kind. */
    private static boolean isOutdated(ApiException e, Optional<KubernetesObject> live) {
        return e.isConflict() || e.isNotFound() && live.isPresent();
    }

    private synchronized Map<String, Object> changes(Optional<KubernetesObject> live) {
        return status.patch(live, clock.instant());
    }

    private void write(KubernetesObject live, Map<String, Object> changes) {
        record(KEY, api.patchStatus(KEY, patch(live, changes)));
        LOG.info(KEY, "wrote " + String.join(", ", summary(changes)));
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
    private void record(ObjectKey written, KubernetesObject answer) {
        objects.recordWrite(answer, null);
        if (!written.equals(key)) {
            return;
        }
        CacheState newest = objects.state(key);
        synchronized (this) {
            status = status.observe(Optional.of(answer));
            status = newest.isSynced() ? status.observe(newest.object()) : status;
        }
    }

    private synchronized boolean update(UnaryOperator<ClusterOperatorStatus> change) {
        ClusterOperatorStatus before = status;
        status = change.apply(before);
        return status.differsInConditions(before);
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
