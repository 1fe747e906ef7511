// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ReleaseVersion;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What this process has to say in the ClusterOperator: the reports of its controllers, and what the object said before. A value;
 * a method that takes something in returns the next one, or the same if that changes nothing.
 */
public final class ClusterOperatorStatus {
    /** Left by releases before 4.16, when another operator handed over. */
    private static final String CLOUD_CONTROLLER_OWNER = "CloudControllerOwner";

    private final String release;
    private final Map<Controller, ControllerStatus> controllers;

    /** Whether the controller of the CCM resources has converged in this process: then the release is reached. */
    private final boolean converged;

    private final RelatedObjects relatedObjects;
    private final Observation object;

    /**
     * The objects of status.relatedObjects.
     *
     * @param usual those of a status that has none
     * @param applied the applied objects, all of them; empty while they are not known
     * @param sources the objects of the user that the operator reads
     * @param items all of these, sorted, as the API has them; they change far more rarely than the status is compared
     */
    private record RelatedObjects(
            List<RelatedObject> usual,
            Optional<List<ObjectKey>> applied,
            List<ObjectKey> sources,
            List<Map<String, Object>> items) {
        static RelatedObjects of(
                List<RelatedObject> usual, Optional<List<ObjectKey>> applied, List<ObjectKey> sources) {
            Set<RelatedObject> all = new TreeSet<>(usual);
            applied.ifPresent(objects -> Stream.concat(objects.stream(), sources.stream())
                    .map(RelatedObject::of)
                    .forEach(all::add));
            return new RelatedObjects(
                    usual,
                    applied,
                    sources,
                    all.stream().map(RelatedObject::tree).toList());
        }

        RelatedObjects withApplied(List<ObjectKey> now) {
            return applied.equals(Optional.of(now)) ? this : of(usual, Optional.of(now), sources);
        }

        RelatedObjects withSources(List<ObjectKey> now) {
            return sources.equals(now) ? this : of(usual, applied, now);
        }
    }

    /**
     * The object as it was last observed.
     *
     * @param live the object; empty when there is none
     * @param status its status
     * @param known its status, completed by what it had before the object was deleted
     */
    private record Observation(
            Optional<KubernetesObject> live, ClusterOperatorDocument status, ClusterOperatorDocument known) {
        static final Observation NONE =
                new Observation(Optional.empty(), ClusterOperatorDocument.EMPTY, ClusterOperatorDocument.EMPTY);

        Observation next(Optional<KubernetesObject> now) {
            ClusterOperatorDocument status = document(now);
            return new Observation(now, status, status.restoredFrom(known));
        }
    }

    private ClusterOperatorStatus(
            String release,
            Map<Controller, ControllerStatus> controllers,
            boolean converged,
            RelatedObjects relatedObjects,
            Observation object) {
        this.release = release;
        this.controllers = controllers;
        this.converged = converged;
        this.relatedObjects = relatedObjects;
        this.object = object;
    }

    /**
     * Before the first report.
     *
     * @param release the release that the operator belongs to
     * @param namespaces the operator's and the managed one, for status.relatedObjects
     * @param running the controllers of this process; the conditions of the others are left to other processes
     */
    public static ClusterOperatorStatus of(ReleaseVersion release, Set<String> namespaces, Set<Controller> running) {
        Map<Controller, ControllerStatus> controllers = new EnumMap<>(Controller.class);
        running.forEach(controller -> controllers.put(controller, ControllerStatus.of(controller)));
        List<RelatedObject> usual = running.contains(Controller.CLOUD_CONTROLLER_MANAGER)
                ? Stream.concat(
                                Stream.of(RelatedObject.of(ClusterOperatorStatusWriter.KEY)),
                                namespaces.stream().map(RelatedObject::ofNamespace))
                        .toList()
                : List.of();
        return new ClusterOperatorStatus(
                release.text(),
                controllers,
                false,
                RelatedObjects.of(usual, Optional.empty(), List.of()),
                Observation.NONE);
    }

    /**
     * Takes in the result of a reconcile.
     *
     * @throws IllegalArgumentException if the controller does not run in this process
     */
    public ClusterOperatorStatus report(Controller controller, ReconcileResult result, Instant now) {
        ControllerStatus before = controllers.get(controller);
        if (before == null) {
            throw new IllegalArgumentException(
                    "the controller " + controller.value() + " does not run in this process");
        }
        ControllerStatus after = before.after(result, now, versions());
        boolean reached = converged || controller == Controller.CLOUD_CONTROLLER_MANAGER && result.isConverged();
        if (after.equals(before) && reached == converged) {
            return this;
        }
        Map<Controller, ControllerStatus> reported = new EnumMap<>(controllers);
        reported.put(controller, after);
        return new ClusterOperatorStatus(release, reported, reached, relatedObjects, object);
    }

    /** Degrades what has failed for too long by now. */
    ClusterOperatorStatus check(Instant now) {
        Map<Controller, ControllerStatus> checked = new EnumMap<>(controllers);
        checked.replaceAll((controller, status) -> status.checked(now, versions()));
        return checked.equals(controllers)
                ? this
                : new ClusterOperatorStatus(release, checked, converged, relatedObjects, object);
    }

    /** When {@link #check} is due without any event; empty if it is not. */
    Optional<Instant> nextCheck(Instant now) {
        return controllers.values().stream()
                .flatMap(status -> status.nextCheck(now, versions()).stream())
                .min(Comparator.naturalOrder());
    }

    /** Takes in the applied objects, all of them. */
    ClusterOperatorStatus relate(Collection<ObjectKey> applied) {
        return with(relatedObjects.withApplied(List.copyOf(applied)));
    }

    /** Takes in the objects of the user that the operator reads. */
    ClusterOperatorStatus relateSources(Collection<ObjectKey> sources) {
        return with(relatedObjects.withSources(List.copyOf(sources)));
    }

    /** Takes in the object as it is now; empty when there is none. */
    public ClusterOperatorStatus observe(Optional<KubernetesObject> live) {
        return live.equals(object.live())
                ? this
                : new ClusterOperatorStatus(release, controllers, converged, relatedObjects, object.next(live));
    }

    /**
     * What a condition says: as reported in this process where its controller runs here, or else as last observed. What a
     * process before has said of a controller of this one is out of date until that has run.
     */
    public Optional<Condition> condition(ConditionType type) {
        ControllerStatus ofThisProcess = controllers.get(type.controller());
        return ofThisProcess == null
                ? object.known().condition(type)
                : Optional.ofNullable(ofThisProcess.conditions().get(type));
    }

    /** What a condition says to those who look at the object: as reported in this process, or else as last observed. */
    Optional<Condition> shown(ConditionType type) {
        return condition(type).or(() -> object.known().condition(type));
    }

    /** Whether a controller of this process says something else in its conditions than in an earlier value. */
    boolean differsInConditions(ClusterOperatorStatus before) {
        return controllers.entrySet().stream()
                .anyMatch(controller -> !controller
                        .getValue()
                        .conditions()
                        .equals(before.controllers.get(controller.getKey()).conditions()));
    }

    /**
     * The members of status to write, with their values; empty when the object says all it should, or nothing was reported.
     *
     * @param now the time of what is a transition
     */
    Map<String, Object> patch(Instant now) {
        Map<ConditionType, Condition> conditions = new EnumMap<>(ConditionType.class);
        controllers.values().forEach(status -> conditions.putAll(status.conditions()));
        if (conditions.isEmpty()) {
            return object.known().changesSince(object.status());
        }
        ClusterOperatorDocument known = object.known();
        boolean keepsRelated =
                relatedObjects.applied().isEmpty() && !known.relatedObjects().isEmpty();
        return new ClusterOperatorDocument(
                        known.conditionsWith(conditions, converged ? Set.of(CLOUD_CONTROLLER_OWNER) : Set.of(), now),
                        converged ? ClusterOperatorDocument.versionsOf(release) : known.versions(),
                        keepsRelated ? known.relatedObjects() : relatedObjects.items())
                .changesSince(object.status());
    }

    /**
     * Whether a change of the object is for controllers to know: the spec or a condition that this process does not write, or
     * the object was deleted, which the operator never does. The operator's own writes, labels and annotations are not.
     */
    boolean isForeignChange(Optional<KubernetesObject> before, Optional<KubernetesObject> after) {
        if (after.isEmpty()) {
            return before.isPresent();
        }
        Set<String> own = controllers.keySet().stream()
                .flatMap(controller -> ConditionType.of(controller).stream())
                .map(ConditionType::value)
                .collect(Collectors.toSet());
        if (controllers.containsKey(Controller.CLOUD_CONTROLLER_MANAGER)) {
            own.add(CLOUD_CONTROLLER_OWNER);
        }
        return !Objects.equals(spec(before), spec(after))
                || !document(before)
                        .conditionsWithout(own)
                        .equals(document(after).conditionsWithout(own));
    }

    private ClusterOperatorStatus with(RelatedObjects related) {
        return related == relatedObjects
                ? this
                : new ClusterOperatorStatus(release, controllers, converged, related, object);
    }

    /** The release that is reached, if one is. */
    Optional<String> reached() {
        return versions().reached();
    }

    private OperatorVersions versions() {
        return new OperatorVersions(
                release, converged ? Optional.of(release) : object.known().version());
    }

    private static ClusterOperatorDocument document(Optional<KubernetesObject> object) {
        return object.map(ClusterOperatorDocument::of).orElse(ClusterOperatorDocument.EMPTY);
    }

    private static Map<String, Object> spec(Optional<KubernetesObject> object) {
        return object.map(manifest -> manifest.fields().map("spec")).orElse(Map.of());
    }
}
