// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ApiServer;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLog;
import io.ccmoperator.cluster.LastResult;
import io.ccmoperator.cluster.ReleaseVersion;
import io.ccmoperator.events.EventSubject;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;

/**
 * The one owner of the ClusterOperator {@code cloud-controller-manager} in this process. Its watch reports the object
 * ({@link #observe}), controllers report their results ({@link #report}), and {@link #flush} writes the differences:
 * one write for all results since the last one. Between results, {@link #check} degrades what has failed for too
 * long.
 *
 * <p>Safe for use by several threads. Only {@code flush} asks the API server; while it does so, the other methods do not
 * wait for it, and a second {@code flush} does.
 */
public final class ClusterOperatorStatusWriter {
    /** The ClusterOperator. */
    public static final ObjectKey KEY = ObjectKey.ofCluster(ResourceKind.CLUSTER_OPERATOR, "cloud-controller-manager");

    private static final ObjectLog LOG = ObjectLog.of(ClusterOperatorStatusWriter.class);

    /** How often another client may be first, until a flush gives up. */
    private static final int ATTEMPTS = 10;

    private final ApiServer api;
    private final BooleanSupplier leading;
    private final Clock clock;
    private final ControllerStatuses memory;
    private final Object writing = new Object();
    private final LastResult<KubernetesObject, List<ObjectKey>> applied = new LastResult<>(RelatedObject::applied);

    /**
     * @param release the release that the operator belongs to
     * @param namespaces the operator's and the managed one, for status.relatedObjects
     * @param running the controllers of this process; the conditions of the others are left to other processes
     * @param leading whether this process may write
     */
    public ClusterOperatorStatusWriter(
            ApiServer api,
            ReleaseVersion release,
            Set<String> namespaces,
            Set<Controller> running,
            BooleanSupplier leading,
            Clock clock) {
        this.api = api;
        this.leading = leading;
        this.clock = clock;
        List<RelatedObject> related = new ArrayList<>();
        related.add(RelatedObject.of(KEY));
        namespaces.forEach(namespace -> related.add(RelatedObject.ofNamespace(namespace)));
        this.memory = new ControllerStatuses(release.text(), running, related);
    }

    /**
     * Takes in what the watch saw: at its start, and on every event.
     *
     * @param live the object; empty when there is none
     * @return whether controllers have to be triggered, see {@link #isForeignChange}. A flush is due in any case: it costs
     *     nothing when the object says all it should, and restores what another client removed.
     */
    public boolean observe(Optional<KubernetesObject> live) {
        memory.observe(live);
        return memory.takeForeignChange();
    }

    /**
     * Records the result of a reconcile; nothing is written before {@link #flush}. Messages distinguish progress to a
     * version from a mere resync by the object's status.versions, so {@link #observe} comes first.
     *
     * @return whether the controller's conditions say something else than before, which others may wait for
     * @throws IllegalArgumentException if the controller does not run in this process
     */
    public boolean report(Controller controller, ReconcileResult result) {
        return memory.report(controller, result, clock.instant());
    }

    /** Sets the applied objects, all of them, for status.relatedObjects. Until it is called, those of before stay. */
    public void relate(Collection<ObjectKey> applied) {
        memory.relate(applied);
    }

    /** Sets the objects of the user that the operator reads, which must-gather then gathers. */
    public void relateSources(Collection<ObjectKey> sources) {
        memory.relateSources(sources);
    }

    /** The applied objects of status.relatedObjects as last seen. */
    public List<ObjectKey> applied() {
        synchronized (applied) {
            return memory.live().map(applied).orElse(List.of());
        }
    }

    /**
     * Degrades what has failed for too long by now.
     *
     * @return whether conditions say something else than before
     */
    public boolean check() {
        return memory.check(clock.instant());
    }

    /** When {@link #check} is due without any event; empty if it is not. */
    public Optional<Instant> nextCheck() {
        return memory.nextCheck(clock.instant());
    }

    /**
     * What a condition says: as reported in this process where its controller runs here, or else as last seen on the
     * object.
     */
    public Optional<Condition> condition(ConditionType type) {
        return memory.condition(type);
    }

    /**
     * What a condition says to those who look at the object: as reported in this process, or else as last seen there. A
     * process that follows another one reports nothing, and one that has just started has not yet.
     */
    public Optional<Condition> shown(ConditionType type) {
        return memory.shown(type);
    }

    /** The object of events about the operator itself. */
    public EventSubject subject() {
        return memory.live().map(EventSubject::of).orElseGet(() -> EventSubject.of(KEY));
    }

    /**
     * Whether a change of the object is for controllers to know: the spec or a condition that this process does not own, or
     * the object was deleted. The operator's own writes, labels and annotations are not.
     */
    boolean isForeignChange(Optional<KubernetesObject> before, Optional<KubernetesObject> after) {
        return memory.isForeignChange(before, after);
    }

    /**
     * Writes what the object does not say yet, if this process leads. A missing object is created, and gets all
     * conditions in one go. Conflicts are solved by reading again.
     *
     * @return whether anything was written
     * @throws ApiException if it cannot be read or written; a later flush writes it all the same
     */
    public boolean flush() {
        synchronized (writing) {
            if (!memory.isSeen()) {
                memory.read(api.get(KEY));
            }
            for (int attempt = 1; leading.getAsBoolean(); attempt++) {
                Map<String, Object> changes = memory.changes(clock.instant());
                if (changes.isEmpty()) {
                    return false;
                }
                try {
                    write(changes);
                    return true;
                } catch (ApiException e) {
                    if (attempt == ATTEMPTS || !isOutdated(e)) {
                        throw e;
                    }
                    memory.read(api.get(KEY));
                }
            }
            return false;
        }
    }

    /** The object was changed or deleted since it was read; without a live one, 404 says that there is no such kind. */
    private boolean isOutdated(ApiException e) {
        return e.isConflict() || e.isNotFound() && memory.live().isPresent();
    }

    private void write(Map<String, Object> changes) {
        KubernetesObject live = memory.live().orElseGet(this::create);
        Map<String, Object> patch = new LinkedHashMap<>();
        patch.put("metadata", Map.of("resourceVersion", live.fields().string("metadata", "resourceVersion")));
        patch.put("status", changes);
        memory.wrote(Optional.of(api.patchStatus(KEY, patch)));
        LOG.info(KEY, "wrote " + String.join(", ", summary(changes)));
    }

    private KubernetesObject create() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("apiVersion", KEY.kind().apiVersion());
        tree.put("kind", KEY.kind().kind());
        tree.put("metadata", Map.of("name", KEY.name()));
        tree.put("spec", Map.of());
        KubernetesObject created = api.create(new KubernetesObject(tree), ApiServer.DryRun.NONE);
        memory.wrote(Optional.of(created));
        LOG.info(KEY, "created");
        return created;
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
