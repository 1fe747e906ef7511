// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ReleaseVersion;
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
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What this process has to say in the ClusterOperator: the reports of its controllers, and what the object said before. A value;
 * a method that takes something in returns the next one.
 */
public final class ClusterOperatorStatus {
    /** Left by releases before 4.16, when another operator handed over. */
    private static final String CLOUD_CONTROLLER_OWNER = "CloudControllerOwner";

    private final String release;
    private final Map<Controller, ControllerStatus> controllers;

    /** Whether the controller of the CCM resources has converged in this process: then the release is reached. */
    private final boolean converged;

    private final RelatedObjects relatedObjects;

    /** The last status of the object, completed by what it had before the object was deleted. */
    private final ClusterOperatorDocument known;

    /**
     * The objects of status.relatedObjects.
     *
     * @param usual those of a status that has none
     * @param applied the applied objects, all of them; empty while they are not known
     * @param sources the objects of the user that the operator reads
     */
    private record RelatedObjects(
            List<RelatedObject> usual, Optional<List<ObjectKey>> applied, List<ObjectKey> sources) {
        /** The items as the API has them; those of before stay while the applied objects are not known. */
        List<Map<String, Object>> items(List<Map<String, Object>> before) {
            if (applied.isEmpty() && !before.isEmpty()) {
                return before;
            }
            Set<RelatedObject> all = new TreeSet<>(usual);
            applied.ifPresent(objects -> Stream.concat(objects.stream(), sources.stream())
                    .map(RelatedObject::of)
                    .forEach(all::add));
            return all.stream().map(RelatedObject::tree).toList();
        }
    }

    private ClusterOperatorStatus(
            String release,
            Map<Controller, ControllerStatus> controllers,
            boolean converged,
            RelatedObjects relatedObjects,
            ClusterOperatorDocument known) {
        this.release = release;
        this.controllers = controllers;
        this.converged = converged;
        this.relatedObjects = relatedObjects;
        this.known = known;
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
                new RelatedObjects(usual, Optional.empty(), List.of()),
                ClusterOperatorDocument.EMPTY);
    }

    /**
     * Takes in the result of a reconcile.
     *
     * @throws IllegalArgumentException if the controller does not run in this process
     */
    ClusterOperatorStatus report(Controller controller, ReconcileResult result, Instant now) {
        if (!controllers.containsKey(controller)) {
            throw new IllegalArgumentException(
                    "the controller " + controller.value() + " does not run in this process");
        }
        Map<Controller, ControllerStatus> reported = new EnumMap<>(controllers);
        reported.computeIfPresent(controller, (same, status) -> status.after(result, now, versions()));
        boolean reached = controller == Controller.CLOUD_CONTROLLER_MANAGER && result instanceof Converged;
        return new ClusterOperatorStatus(release, reported, converged || reached, relatedObjects, known);
    }

    /** Degrades what has failed for too long by now. */
    ClusterOperatorStatus check(Instant now) {
        Map<Controller, ControllerStatus> checked = new EnumMap<>(controllers);
        checked.replaceAll((controller, status) -> status.checked(now, versions()));
        return new ClusterOperatorStatus(release, checked, converged, relatedObjects, known);
    }

    /** When {@link #check} is due without any event; empty if it is not. */
    Optional<Instant> nextCheck(Instant now) {
        return controllers.values().stream()
                .flatMap(status -> status.nextCheck(now, versions()).stream())
                .min(Comparator.naturalOrder());
    }

    /** Takes in the applied objects, all of them. */
    ClusterOperatorStatus relate(Collection<ObjectKey> applied) {
        return with(new RelatedObjects(
                relatedObjects.usual(), Optional.of(List.copyOf(applied)), relatedObjects.sources()));
    }

    /** Takes in the objects of the user that the operator reads. */
    ClusterOperatorStatus relateSources(Collection<ObjectKey> sources) {
        return with(new RelatedObjects(relatedObjects.usual(), relatedObjects.applied(), List.copyOf(sources)));
    }

    /** Takes in the object as it is now; empty when there is none. */
    ClusterOperatorStatus observe(Optional<KubernetesObject> live) {
        return new ClusterOperatorStatus(
                release, controllers, converged, relatedObjects, document(live).restoredFrom(known));
    }

    /**
     * What a condition says: as reported in this process where its controller runs here, or else as last observed. What a
     * process before has said of a controller of this one is out of date until that has run.
     */
    Optional<Condition> condition(ConditionType type) {
        ControllerStatus ofThisProcess = controllers.get(type.controller());
        return ofThisProcess == null
                ? known.condition(type)
                : Optional.ofNullable(ofThisProcess.conditions().get(type.value()));
    }

    /** What a condition says to those who look at the object: as reported in this process, or else as last observed. */
    Optional<Condition> shown(ConditionType type) {
        return condition(type).or(() -> known.condition(type));
    }

    /** Whether the conditions of this process's controllers differ in content from those of another value. */
    boolean differsInConditions(ClusterOperatorStatus other) {
        return !conditions().equals(other.conditions());
    }

    /**
     * The members of status to write, with their values; empty when the object says all it should, or nothing was reported.
     *
     * @param live the object, which {@link #observe} has taken in
     */
    Map<String, Object> patch(Optional<KubernetesObject> live, Instant now) {
        Map<String, Condition> reported = conditions();
        ClusterOperatorDocument desired = reported.isEmpty()
                ? known
                : new ClusterOperatorDocument(
                        known.conditionsWith(reported, converged ? Set.of(CLOUD_CONTROLLER_OWNER) : Set.of(), now),
                        converged ? ClusterOperatorDocument.versionsOf(release) : known.versions(),
                        relatedObjects.items(known.relatedObjects()));
        return desired.changesSince(document(live));
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
        return new ClusterOperatorStatus(release, controllers, converged, related, known);
    }

    private Map<String, Condition> conditions() {
        Map<String, Condition> conditions = new LinkedHashMap<>();
        controllers.values().forEach(status -> conditions.putAll(status.conditions()));
        return conditions;
    }

    private OperatorVersions versions() {
        return new OperatorVersions(release, converged ? Optional.of(release) : known.version());
    }

    private static ClusterOperatorDocument document(Optional<KubernetesObject> object) {
        return object.map(ClusterOperatorDocument::of).orElse(ClusterOperatorDocument.EMPTY);
    }

    private static Map<String, Object> spec(Optional<KubernetesObject> object) {
        return object.map(manifest -> manifest.fields().map("spec")).orElse(Map.of());
    }
}
