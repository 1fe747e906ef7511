// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.ReconcileResult.Converged;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The reports of the controllers of this process, and the last state of the ClusterOperator. Every method holds the
 * object's lock, and none sends a request.
 */
final class ControllerStatuses {
    /** Left by releases before 4.16, when another operator handed over. */
    private static final String CLOUD_CONTROLLER_OWNER = "CloudControllerOwner";

    private final String release;
    private final SortedSet<RelatedObject> usualRelatedObjects;
    private final Map<Controller, ControllerStatus> controllers = new EnumMap<>(Controller.class);

    /** Conditions whose changes by other clients do not trigger the controllers. */
    private final Set<String> own;

    private boolean converged;
    private Optional<List<ObjectKey>> applied = Optional.empty();
    private List<ObjectKey> sources = List.of();
    private boolean seen;
    private Optional<KubernetesObject> live = Optional.empty();
    /** The last status, completed by what it had before the object was deleted. */
    private ClusterOperatorDocument status = ClusterOperatorDocument.EMPTY;

    private boolean foreignChange;

    ControllerStatuses(String release, Set<Controller> running, Collection<RelatedObject> usualRelatedObjects) {
        this.release = release;
        this.usualRelatedObjects = running.contains(Controller.CLOUD_CONTROLLER_MANAGER)
                ? new TreeSet<>(usualRelatedObjects)
                : new TreeSet<>();
        running.forEach(controller -> controllers.put(controller, ControllerStatus.of(controller)));
        this.own = running.stream()
                .flatMap(controller -> ConditionType.of(controller).stream())
                .map(ConditionType::value)
                .collect(Collectors.toSet());
        if (running.contains(Controller.CLOUD_CONTROLLER_MANAGER)) {
            this.own.add(CLOUD_CONTROLLER_OWNER);
        }
    }

    /** Takes a result in; true if the controller's conditions say something else now. */
    synchronized boolean report(Controller controller, ReconcileResult result, Instant now) {
        ControllerStatus before = controllers.get(controller);
        if (before == null) {
            throw new IllegalArgumentException(
                    "the controller " + controller.value() + " does not run in this process");
        }
        ControllerStatus after = before.after(result, now, versions());
        controllers.put(controller, after);
        if (controller == Controller.CLOUD_CONTROLLER_MANAGER && result instanceof Converged) {
            converged = true;
        }
        return !after.conditions().equals(before.conditions());
    }

    /** Degrades what has failed for too long; true if conditions say something else now. */
    synchronized boolean check(Instant now) {
        Map<Controller, ControllerStatus> before = new EnumMap<>(controllers);
        controllers.replaceAll((controller, status) -> status.checked(now, versions()));
        return !controllers.equals(before);
    }

    /** When to check again. */
    synchronized Optional<Instant> nextCheck(Instant now) {
        return controllers.values().stream()
                .flatMap(status -> status.nextCheck(now, versions()).stream())
                .min(Comparator.naturalOrder());
    }

    synchronized void relate(Collection<ObjectKey> applied) {
        this.applied = Optional.of(List.copyOf(applied));
    }

    synchronized void relateSources(Collection<ObjectKey> sources) {
        this.sources = List.copyOf(sources);
    }

    synchronized Optional<Condition> condition(ConditionType type) {
        ControllerStatus ofThisProcess = controllers.get(type.owner());
        // What a process before has said of a controller of this one is out of date until that has run.
        return ofThisProcess == null
                ? status.condition(type)
                : Optional.ofNullable(ofThisProcess.conditions().get(type.value()));
    }

    /** What the object says, or is going to say. */
    synchronized Optional<Condition> shown(ConditionType type) {
        return condition(type).or(() -> status.condition(type));
    }

    synchronized boolean isSeen() {
        return seen;
    }

    synchronized Optional<KubernetesObject> live() {
        return live;
    }

    /** Takes in what the watch saw; a state that is older than the known one came late and says nothing. */
    synchronized void observe(Optional<KubernetesObject> object) {
        boolean late = object.isPresent() && live.isPresent() && isOlder(object.get(), live.get());
        if (!late) {
            read(object);
        }
    }

    /** Takes in the object as the API server has it now. */
    synchronized void read(Optional<KubernetesObject> object) {
        foreignChange |= seen && isForeignChange(live, object);
        wrote(object);
    }

    /** Takes in the server's answer to a write of our own: whatever it says, controllers know it. */
    synchronized void wrote(Optional<KubernetesObject> object) {
        seen = true;
        live = object;
        status = document(object).restoredFrom(status);
    }

    /** Whether others changed something since this was last asked. */
    synchronized boolean takeForeignChange() {
        boolean taken = foreignChange;
        foreignChange = false;
        return taken;
    }

    /** The members of status to write, with their values; empty when the ClusterOperator says all it should. */
    synchronized Map<String, Object> changes(Instant now) {
        return status.with(patch(), now).changesSince(document(live));
    }

    boolean isForeignChange(Optional<KubernetesObject> before, Optional<KubernetesObject> after) {
        if (after.isEmpty()) {
            // The operator never deletes it.
            return before.isPresent();
        }
        return !Objects.equals(spec(before), spec(after)) || !document(before).saysTheSameBeside(own, document(after));
    }

    private StatusPatch patch() {
        Map<String, Condition> conditions = new LinkedHashMap<>();
        controllers.values().forEach(status -> conditions.putAll(status.conditions()));
        return new StatusPatch(
                conditions,
                converged ? Set.of(CLOUD_CONTROLLER_OWNER) : Set.of(),
                converged ? Optional.of(release) : Optional.empty(),
                applied.map(this::related),
                usualRelatedObjects);
    }

    private SortedSet<RelatedObject> related(List<ObjectKey> applied) {
        SortedSet<RelatedObject> all = new TreeSet<>(usualRelatedObjects);
        Stream.concat(applied.stream(), sources.stream()).map(RelatedObject::of).forEach(all::add);
        return all;
    }

    private OperatorVersions versions() {
        return new OperatorVersions(release, converged ? Optional.of(release) : status.version());
    }

    private static ClusterOperatorDocument document(Optional<KubernetesObject> object) {
        return object.map(ClusterOperatorDocument::of).orElse(ClusterOperatorDocument.EMPTY);
    }

    private static Map<String, Object> spec(Optional<KubernetesObject> object) {
        return object.map(manifest -> manifest.fields().map("spec")).orElse(Map.of());
    }

    private static boolean isOlder(KubernetesObject one, KubernetesObject other) {
        return revision(one)
                .flatMap(first -> revision(other).map(second -> first < second))
                .orElse(false);
    }

    /** Resource versions are increasing numbers if the storage of the API server is etcd. */
    private static Optional<Long> revision(KubernetesObject object) {
        try {
            return Optional.of(Long.parseUnsignedLong(object.fields().string("metadata", "resourceVersion")));
        } catch (NumberFormatException e) {
            return Optional.empty();
        }
    }
}
