// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.cluster.Distribution;
import io.ccmoperator.cluster.ReleaseVersion;
import java.time.Instant;
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
    static final String CLOUD_CONTROLLER_OWNER = "CloudControllerOwner";

    private final String release;
    private final Map<Controller, ControllerStatus> controllers;
    private final Related related;
    private final CloudControllerManagerStatus manager;

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

    private ClusterOperatorStatus(
            String release,
            Map<Controller, ControllerStatus> controllers,
            Related related,
            CloudControllerManagerStatus manager,
            ReportedStatus remembered) {
        this.release = release;
        this.controllers = controllers;
        this.related = related;
        this.manager = manager;
        this.remembered = remembered;
    }

    /**
     * Before the first report.
     *
     * @param release the release that the operator belongs to
     * @param distribution which object has the conditions: the ClusterOperator, or elsewhere the CloudControllerManager
     * @param namespaces the operator's and the managed one, for status.relatedObjects
     * @param running the controllers of this process; the conditions of the others are left to other processes
     */
    public static ClusterOperatorStatus of(
            ReleaseVersion release, Distribution distribution, Set<String> namespaces, Set<Controller> running) {
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
                new Related(usual, Optional.empty(), List.of()),
                CloudControllerManagerStatus.of(distribution, running),
                ReportedStatus.NONE);
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
        ControllerStatus after = before.after(result, now);
        reported.put(controller, after);
        return with(reported).concluded(now).with(manager.report(controller, result, after.isDegraded(now)));
    }

    /** With the conditions that follow by now. That of the CCM resources is about the failures of all controllers. */
    private ClusterOperatorStatus concluded(Instant now) {
        List<InputFinding> others = controllers.values().stream()
                .filter(status -> status.controller() != Controller.CLOUD_CONTROLLER_MANAGER)
                .flatMap(status -> status.finding(now).stream())
                .toList();
        Map<Controller, ControllerStatus> concluded = new EnumMap<>(controllers);
        concluded.replaceAll((controller, status) -> status.concluded(
                controller == Controller.CLOUD_CONTROLLER_MANAGER ? others : List.of(), now, versions()));
        return with(concluded);
    }

    /** A controller begins a reconcile. @param live the CloudControllerManager as it is known now */
    ClusterOperatorStatus begin(Controller controller, Optional<KubernetesObject> live) {
        Map<Controller, ControllerStatus> begun = new EnumMap<>(controllers);
        CloudControllerManagerStatus known = manager;
        if (manager.begunWithOther(controller, live)) {
            begun.put(controller, ControllerStatus.of(controller));
            known = controller == Controller.CLOUD_CONTROLLER_MANAGER ? known.withPrograms(Map.of()) : known;
        }
        return with(begun).with(known.begin(controller, live));
    }

    /** Degrades what has failed for too long by now. */
    ClusterOperatorStatus check(Instant now) {
        CloudControllerManagerStatus known = manager;
        for (ControllerStatus status : controllers.values()) {
            if (status.isDegraded(now)) {
                known = known.conclude(status.controller());
            }
        }
        return concluded(now).with(known);
    }

    /** When {@link #check} is due without any event; empty if it is not. */
    Optional<Instant> nextCheck(Instant now) {
        return concluded(now).conditions().equals(conditions())
                ? controllers.values().stream()
                        .flatMap(status -> status.nextCheck(now).stream())
                        .min(Comparator.naturalOrder())
                : Optional.of(now);
    }

    /** Takes in the applied objects, all of them. */
    ClusterOperatorStatus relate(Collection<ObjectKey> applied) {
        return with(new Related(related.usual, Optional.of(List.copyOf(applied)), related.sources));
    }

    /** Takes in the objects of the user that the operator reads. */
    ClusterOperatorStatus relateSources(Collection<ObjectKey> sources) {
        return with(new Related(related.usual, related.applied, List.copyOf(sources)));
    }

    /** Takes in the images of the programs, for the CloudControllerManager. */
    ClusterOperatorStatus describePrograms(Map<String, ProgramImage> images) {
        return with(manager.withPrograms(images));
    }

    /** Takes in the name of the provider, for the status of the CloudControllerManager. */
    ClusterOperatorStatus describeProvider(Optional<String> name) {
        return with(manager.withProvider(name));
    }

    /** Takes in the state of the objects that a controller keeps, for the status of the CloudControllerManager. */
    ClusterOperatorStatus describeObjects(Controller controller, Map<ObjectKey, String> states) {
        return with(manager.withObjects(controller, states));
    }

    /**
     * Remembers what the object says now; empty when there is none. A ClusterOperator that was deleted is the operator's to restore; a
     * CloudControllerManager is another one.
     */
    public ClusterOperatorStatus observe(Optional<KubernetesObject> live) {
        ReportedStatus now = ReportedStatus.of(live);
        boolean isRestored = manager.distribution() == Distribution.OPENSHIFT;
        return new ClusterOperatorStatus(
                release, controllers, related, manager, isRestored ? now.restoredFrom(remembered) : now);
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
        if (type == ConditionType.READY) {
            // A ClusterOperator does not have it.
            return manager.distribution() == Distribution.OPENSHIFT
                    ? Optional.empty()
                    : Optional.of(Readiness.of(this::shown).condition());
        }
        return condition(type).or(() -> remembered.condition(type));
    }

    /** Whether the controllers of this process have a result, but for that of the CCM resources. */
    boolean haveOthersReported() {
        return controllers.values().stream()
                .allMatch(status -> status.controller() == Controller.CLOUD_CONTROLLER_MANAGER
                        || status.last().isPresent());
    }

    /** Whether the controller of the CCM resources has to run again: the others have worked on a newer object. */
    boolean differsForControllers(ClusterOperatorStatus before) {
        return manager.isAheadOf(before.manager);
    }

    /**
     * The members of an object's status to write, with their values; empty when it says all it should, or nothing was reported.
     *
     * @param key the ClusterOperator, or the CloudControllerManager
     * @param live the object as it is now; of a missing one all is to write that it has to say
     * @param now the time of what is a transition
     */
    Map<String, Object> patch(ObjectKey key, Optional<KubernetesObject> live, Instant now) {
        Map<String, Object> members = key.equals(ClusterOperatorStatusWriter.KEY)
                ? ofClusterOperator(ReportedStatus.of(live).restoredFrom(remembered), now)
                : live.map(object -> ofManager(object, now)).orElseGet(LinkedHashMap::new);
        FieldReader status =
                FieldReader.of(live.map(object -> object.fields().map("status")).orElse(Map.of()));
        members.entrySet().removeIf(member -> member.getValue().equals(status.at(member.getKey())));
        return members;
    }

    /** On OpenShift the process that keeps the CCM resources says all of it, as the ClusterOperator says it. */
    private Map<String, Object> ofManager(KubernetesObject live, Instant now) {
        boolean isOpenShift = manager.distribution() == Distribution.OPENSHIFT;
        if (isOpenShift && !controllers.containsKey(Controller.CLOUD_CONTROLLER_MANAGER)) {
            return new LinkedHashMap<>();
        }
        return new ManagerMembers(manager, live, now)
                .all(isOpenShift ? this::shown : this::condition, versions().reached());
    }

    private Map<String, Object> ofClusterOperator(ReportedStatus before, Instant now) {
        Map<ConditionType, Condition> conditions = conditions();
        Map<String, Map<String, Object>> items = before.conditionsWith(conditions, now);
        if (hasConverged()) {
            items.remove(CLOUD_CONTROLLER_OWNER);
        }
        boolean keepsRelated = conditions.isEmpty()
                || related.applied.isEmpty() && !before.relatedObjects().isEmpty();
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("conditions", List.copyOf(items.values()));
        members.put("versions", hasConverged() ? ReportedStatus.versionsOf(release) : before.versions());
        members.put("relatedObjects", keepsRelated ? before.relatedObjects() : related.items());
        members.values().removeIf(List.of()::equals);
        return members;
    }

    /** Which object has the conditions. */
    Distribution distribution() {
        return manager.distribution();
    }

    private ClusterOperatorStatus with(Map<Controller, ControllerStatus> reported) {
        return new ClusterOperatorStatus(release, reported, related, manager, remembered);
    }

    private ClusterOperatorStatus with(CloudControllerManagerStatus now) {
        return new ClusterOperatorStatus(release, controllers, related, now, remembered);
    }

    private ClusterOperatorStatus with(Related now) {
        return new ClusterOperatorStatus(release, controllers, now, manager, remembered);
    }

    /** What the controllers of this process say. */
    private Map<ConditionType, Condition> conditions() {
        Map<ConditionType, Condition> conditions = new EnumMap<>(ConditionType.class);
        controllers.values().forEach(status -> conditions.putAll(status.conditions()));
        return conditions;
    }

    private OperatorVersions versions() {
        return new OperatorVersions(
                manager.distribution(), release, hasConverged() ? Optional.of(release) : remembered.version());
    }

    /** Whether the controller of the CCM resources has converged in this process: then the release is reached. */
    private boolean hasConverged() {
        ControllerStatus status = controllers.get(Controller.CLOUD_CONTROLLER_MANAGER);
        return status != null && status.converged();
    }
}
