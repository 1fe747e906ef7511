// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.ReleaseVersion;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What this process has to say in the ClusterOperator: what its controllers have reported, and what must outlive a deletion of the object. A
 * value; a method that takes something in returns the next one. What is to be written follows from it and the live object.
 */
public final class ClusterOperatorStatus {
    /** Left by releases before 4.16, when another operator handed over. */
    private static final String CLOUD_CONTROLLER_OWNER = "CloudControllerOwner";

    private final String release;
    private final Map<Controller, ControllerStatus> controllers;
    private final Related related;

    /** What the object has said so far: after a deletion it says it again. */
    private final ReportedStatus remembered;

    /**
     * The objects for status.relatedObjects.
     *
     * @param usual those of a status that has none
     * @param applied the applied objects, all of them; empty while they are not known
     * @param sources the objects of the user that the operator reads
     */
    private record Related(List<RelatedObject> usual, Optional<List<ObjectKey>> applied, List<ObjectKey> sources) {
        /** All of them, sorted, as the API has them. */
        List<Map<String, Object>> items() {
            Set<RelatedObject> all = new TreeSet<>(usual);
            applied.ifPresent(objects -> Stream.concat(objects.stream(), sources.stream())
                    .map(RelatedObject::of)
                    .forEach(all::add));
            return all.stream().map(RelatedObject::tree).toList();
        }
    }

    /**
     * What others say in the object, for controllers to know: the spec, and the conditions that this process does not write.
     *
     * @param exists false after a deletion, which is always by others
     */
    record OfOthers(boolean exists, Map<String, Object> spec, Map<String, Condition> conditions) {
        boolean differsFrom(OfOthers before) {
            return exists ? !spec.equals(before.spec) || !conditions.equals(before.conditions) : before.exists;
        }
    }

    private ClusterOperatorStatus(
            String release, Map<Controller, ControllerStatus> controllers, Related related, ReportedStatus remembered) {
        this.release = release;
        this.controllers = controllers;
        this.related = related;
        this.remembered = remembered;
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
                release.text(), controllers, new Related(usual, Optional.empty(), List.of()), ReportedStatus.NONE);
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
        Map<Controller, ControllerStatus> reported = new EnumMap<>(controllers);
        reported.put(controller, before.after(result, now, versions()));
        return with(reported);
    }

    /** Degrades what has failed for too long by now. */
    ClusterOperatorStatus check(Instant now) {
        Map<Controller, ControllerStatus> checked = new EnumMap<>(controllers);
        checked.replaceAll((controller, status) -> status.checked(now, versions()));
        return with(checked);
    }

    /** When {@link #check} is due without any event; empty if it is not. */
    Optional<Instant> nextCheck(Instant now) {
        return controllers.values().stream()
                .flatMap(status -> status.nextCheck(now, versions()).stream())
                .min(Comparator.naturalOrder());
    }

    /** Takes in the applied objects, all of them. */
    ClusterOperatorStatus relate(Collection<ObjectKey> applied) {
        return with(new Related(related.usual, Optional.of(List.copyOf(applied)), related.sources));
    }

    /** Takes in the objects of the user that the operator reads. */
    ClusterOperatorStatus relateSources(Collection<ObjectKey> sources) {
        return with(new Related(related.usual, related.applied, List.copyOf(sources)));
    }

    /** Remembers what the object says now; empty when there is none. */
    public ClusterOperatorStatus observe(Optional<KubernetesObject> live) {
        return new ClusterOperatorStatus(release, controllers, related, reported(live));
    }

    /**
     * What a condition says: as reported in this process where its controller runs here, or else as last observed. What a
     * process before has said of a controller of this one is out of date until that has run.
     */
    public Optional<Condition> condition(ConditionType type) {
        ControllerStatus ofThisProcess = controllers.get(type.controller());
        return ofThisProcess == null
                ? remembered.condition(type)
                : Optional.ofNullable(ofThisProcess.conditions().get(type));
    }

    /** What a condition says to those who look at the object: as reported in this process, or else as last observed. */
    Optional<Condition> shown(ConditionType type) {
        return condition(type).or(() -> remembered.condition(type));
    }

    /** Whether a controller of this process says something else in its conditions than in an earlier value. */
    boolean differsInConditions(ClusterOperatorStatus before) {
        return !conditions().equals(before.conditions());
    }

    /** The release that is reached, if one is. */
    Optional<String> reached() {
        return versions().reached();
    }

    /**
     * The members of the ClusterOperator's status to write, with their values; empty when the object says all it should, or nothing
     * was reported.
     *
     * @param live the object; what a missing one has to say is what it has said so far, too
     * @param now the time of what is a transition
     */
    Map<String, Object> patch(Optional<KubernetesObject> live, Instant now) {
        ReportedStatus before = reported(live);
        Map<ConditionType, Condition> conditions = conditions();
        Map<String, Map<String, Object>> items = before.conditionsWith(conditions, now);
        if (hasConverged()) {
            items.remove(CLOUD_CONTROLLER_OWNER);
        }
        boolean keepsRelated = conditions.isEmpty()
                || related.applied.isEmpty() && !before.relatedObjects().isEmpty();
        Map<String, Object> patch = new LinkedHashMap<>();
        patch.put("conditions", new ArrayList<>(items.values()));
        patch.put("versions", hasConverged() ? ReportedStatus.versionsOf(release) : before.versions());
        patch.put("relatedObjects", keepsRelated ? before.relatedObjects() : related.items());
        patch.entrySet().removeIf(member -> member.getValue().equals(list(live, member.getKey())));
        return patch;
    }

    OfOthers ofOthers(Optional<KubernetesObject> live) {
        Map<String, Condition> conditions = new LinkedHashMap<>();
        live.map(ReportedStatus::of)
                .orElse(ReportedStatus.NONE)
                .conditions()
                .forEach((type, item) -> conditions.put(type, Condition.of(item)));
        conditions.keySet().removeIf(this::isOwn);
        return new OfOthers(
                live.isPresent(),
                live.map(object -> object.fields().map("spec")).orElse(Map.of()),
                conditions);
    }

    private boolean isOwn(String type) {
        return type.equals(CLOUD_CONTROLLER_OWNER)
                ? controllers.containsKey(Controller.CLOUD_CONTROLLER_MANAGER)
                : ConditionType.of(type)
                        .map(ConditionType::controller)
                        .filter(controllers::containsKey)
                        .isPresent();
    }

    private ClusterOperatorStatus with(Map<Controller, ControllerStatus> reported) {
        return new ClusterOperatorStatus(release, reported, related, remembered);
    }

    private ClusterOperatorStatus with(Related now) {
        return new ClusterOperatorStatus(release, controllers, now, remembered);
    }

    /** What the object says, or would say if nobody had deleted it or some of it. */
    private ReportedStatus reported(Optional<KubernetesObject> live) {
        return live.map(ReportedStatus::of).orElse(ReportedStatus.NONE).restoredFrom(remembered);
    }

    /** What the controllers of this process say. */
    private Map<ConditionType, Condition> conditions() {
        Map<ConditionType, Condition> conditions = new EnumMap<>(ConditionType.class);
        controllers.values().forEach(status -> conditions.putAll(status.conditions()));
        return conditions;
    }

    private OperatorVersions versions() {
        return new OperatorVersions(release, hasConverged() ? Optional.of(release) : remembered.version());
    }

    /** Whether the controller of the CCM resources has converged in this process: then the release is reached. */
    private boolean hasConverged() {
        ControllerStatus status = controllers.get(Controller.CLOUD_CONTROLLER_MANAGER);
        return status != null && status.converged();
    }

    private static List<?> list(Optional<KubernetesObject> live, String member) {
        return live.map(object -> object.fields().list("status", member)).orElse(List.of());
    }
}
