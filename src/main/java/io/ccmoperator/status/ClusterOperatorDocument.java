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
import java.util.TreeSet;

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

    /** Reads an object. */
    static ClusterOperatorDocument of(KubernetesObject object) {
        Map<String, Map<String, Object>> conditions = new LinkedHashMap<>();
        for (Map<String, Object> condition : object.fields().maps("status", CONDITIONS)) {
            conditions.put(Condition.of(condition).type(), condition);
        }
        return new ClusterOperatorDocument(
                conditions,
                object.fields().maps("status", VERSIONS),
                object.fields().maps("status", RELATED_OBJECTS));
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

    /** This status with the patched fields. Without any condition there is nothing to report yet. */
    ClusterOperatorDocument with(StatusPatch patch, Instant now) {
        return patch.conditions().isEmpty()
                ? this
                : new ClusterOperatorDocument(
                        patchedConditions(
                                patch, now.truncatedTo(ChronoUnit.SECONDS).toString()),
                        patch.version().map(ClusterOperatorDocument::versionsOf).orElse(versions),
                        patchedRelatedObjects(patch));
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

    /** Whether the conditions of other types than these say the same in both, whenever they began to. */
    boolean saysTheSameBeside(Set<String> types, ClusterOperatorDocument other) {
        return saidBeside(types).equals(other.saidBeside(types));
    }

    private Map<String, Condition> saidBeside(Set<String> types) {
        Map<String, Condition> said = new LinkedHashMap<>();
        conditions.forEach((type, condition) -> said.put(type, Condition.of(condition)));
        said.keySet().removeAll(types);
        return said;
    }

    private Map<String, Map<String, Object>> patchedConditions(StatusPatch patch, String now) {
        Map<String, Map<String, Object>> patched = new LinkedHashMap<>(conditions);
        patched.keySet().removeAll(patch.removed());
        for (ConditionType type : ConditionType.values()) {
            Condition condition = patch.conditions().get(type.value());
            if (condition != null) {
                patched.compute(
                        type.value(),
                        (text, before) -> condition.tree(Objects.requireNonNullElse(before, Map.of()), now));
            }
        }
        return patched;
    }

    private List<Map<String, Object>> patchedRelatedObjects(StatusPatch patch) {
        if (patch.relatedObjects().isEmpty() && !relatedObjects.isEmpty()) {
            return relatedObjects;
        }
        Set<RelatedObject> objects = new TreeSet<>(patch.relatedObjects().orElse(patch.usualRelatedObjects()));
        return objects.stream().map(RelatedObject::tree).toList();
    }

    private static List<Map<String, Object>> versionsOf(String version) {
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
