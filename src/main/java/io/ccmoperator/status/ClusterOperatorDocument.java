// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.tree.FieldReader;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * The status of the ClusterOperator, and the patch that makes it equal to the desired one.
 *
 * @param conditions the items of status.conditions by type, in their order
 * @param versions status.versions
 * @param relatedObjects status.relatedObjects
 */
record ClusterOperatorDocument(
        Map<String, Map<String, Object>> conditions,
        List<Map<String, Object>> versions,
        List<Map<String, Object>> relatedObjects) {
    ClusterOperatorDocument {
        conditions = Ordered.copy(conditions);
        versions = List.copyOf(versions);
        relatedObjects = List.copyOf(relatedObjects);
    }

    private static final String CONDITIONS = "conditions";
    private static final String VERSIONS = "versions";
    private static final String RELATED_OBJECTS = "relatedObjects";

    /** The name in status.versions under which an operator reports its own version. */
    private static final String OPERATOR = "operator";

    /** Of an object that does not exist. */
    static final ClusterOperatorDocument EMPTY = new ClusterOperatorDocument(Map.of(), List.of(), List.of());

    /** Reads a ClusterOperator, or a CloudControllerManager, which has one version and objects. */
    static ClusterOperatorDocument of(KubernetesObject object) {
        Map<String, Map<String, Object>> conditions = new LinkedHashMap<>();
        for (Map<String, Object> condition : object.fields().maps("status", CONDITIONS)) {
            conditions.put(Condition.of(condition).type(), condition);
        }
        String version = object.fields().string("status", "version");
        return new ClusterOperatorDocument(
                conditions,
                version.isEmpty() ? object.fields().maps("status", VERSIONS) : versionsOf(version),
                RelatedObject.items(object));
    }

    /** The condition of a type, if there is one. */
    Optional<Condition> condition(ConditionType type) {
        return Optional.ofNullable(conditions.get(type.value())).map(Condition::of);
    }

    /** The version of the operator that was reached, if one is reported. */
    Optional<String> version() {
        return versions.stream()
                .filter(version -> OPERATOR.equals(version.get("name")))
                .map(version -> FieldReader.of(version).string("version"))
                .findFirst();
    }

    /**
     * This status, with what an earlier one had and this one lacks: the object was deleted and recreated. Only conditions of
     * the controllers come back; those of others are theirs to write.
     */
    ClusterOperatorDocument restoredFrom(ClusterOperatorDocument earlier) {
        Map<String, Map<String, Object>> restored = new LinkedHashMap<>(conditions);
        for (ConditionType type : ConditionType.values()) {
            Map<String, Object> condition = earlier.conditions.get(type.value());
            if (condition != null) {
                restored.putIfAbsent(type.value(), condition);
            }
        }
        return new ClusterOperatorDocument(
                restored,
                versions.isEmpty() ? earlier.versions : versions,
                relatedObjects.isEmpty() ? earlier.relatedObjects : relatedObjects);
    }

    /** The members of status that differ from another status, with the values they have here. */
    Map<String, Object> changesSince(ClusterOperatorDocument before) {
        Map<String, Object> changes = new LinkedHashMap<>();
        List<Map<String, Object>> items = List.copyOf(conditions.values());
        putUnlessEqual(changes, CONDITIONS, items, List.copyOf(before.conditions.values()));
        putUnlessEqual(changes, VERSIONS, versions, before.versions);
        putUnlessEqual(changes, RELATED_OBJECTS, relatedObjects, before.relatedObjects);
        return changes;
    }

    /** What the conditions of other types than these say, whenever they began to. */
    Map<String, Condition> conditionsWithout(Set<String> types) {
        Map<String, Condition> others = new LinkedHashMap<>();
        conditions.forEach((type, condition) -> others.put(type, Condition.of(condition)));
        others.keySet().removeAll(types);
        return others;
    }

    /**
     * The items of status.conditions with changed ones.
     *
     * @param reported those that the operator reports
     * @param removed types of conditions that must not be there
     * @param now the time of what is a transition
     */
    Map<String, Map<String, Object>> conditionsWith(
            Map<ConditionType, Condition> reported, Set<String> removed, Instant now) {
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        Map<String, Map<String, Object>> items = new LinkedHashMap<>(conditions);
        items.keySet().removeAll(removed);
        reported.forEach((type, condition) -> items.compute(
                type.value(), (text, before) -> condition.tree(Objects.requireNonNullElse(before, Map.of()), time)));
        return items;
    }

    /** The items of status.versions when the operator has reached a version. */
    static List<Map<String, Object>> versionsOf(String version) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("name", OPERATOR);
        item.put("version", version);
        return List.of(item);
    }

    private static void putUnlessEqual(
            Map<String, Object> changes,
            String name,
            List<Map<String, Object>> value,
            List<Map<String, Object>> before) {
        if (!value.equals(before)) {
            changes.put(name, new ArrayList<>(value));
        }
    }
}
