// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.Ordered;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ObjectKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/**
 * What the status of a ClusterOperator says. That of a CloudControllerManager, which has a version and the applied objects by kind, is
 * read as a ClusterOperator would have it.
 *
 * @param conditions the items of status.conditions by type, in their order
 * @param versions status.versions
 * @param relatedObjects status.relatedObjects
 */
public record ReportedStatus(
        Map<String, Map<String, Object>> conditions,
        List<Map<String, Object>> versions,
        List<Map<String, Object>> relatedObjects) {
    public ReportedStatus {
        conditions = Ordered.copy(conditions);
        versions = List.copyOf(versions);
        relatedObjects = List.copyOf(relatedObjects);
    }

    /** Of an object that does not exist. */
    static final ReportedStatus NONE = new ReportedStatus(Map.of(), List.of(), List.of());

    /** The name in status.versions under which an operator reports its own version. */
    private static final String OPERATOR = "operator";

    /** Reads the object. */
    public static ReportedStatus of(KubernetesObject object) {
        Map<String, Map<String, Object>> conditions = new LinkedHashMap<>();
        for (Map<String, Object> condition : object.fields().maps("status", "conditions")) {
            conditions.put(Condition.of(condition).type(), condition);
        }
        String version = object.fields().string("status", "version");
        return new ReportedStatus(
                conditions,
                version.isEmpty() ? object.fields().maps("status", "versions") : versionsOf(version),
                RelatedObject.items(object));
    }

    /** Reads the object; one that does not exist says nothing. */
    public static ReportedStatus of(Optional<KubernetesObject> object) {
        return object.map(ReportedStatus::of).orElse(NONE);
    }

    /** The conditions with their fields type, status, since (RFC 3339; empty where it is not reported), reason and message. */
    public List<Map<String, String>> rows() {
        return conditions.values().stream().map(ReportedStatus::row).toList();
    }

    /** Whether the condition of a type is reported as True. */
    public boolean isTrue(ConditionType type) {
        return condition(type).filter(Condition::isTrue).isPresent();
    }

    /** The condition of a type, if it is reported. */
    public Optional<Condition> condition(ConditionType type) {
        return Optional.ofNullable(conditions.get(type.value())).map(Condition::of);
    }

    /** The generation of the spec that a condition of a CloudControllerManager is about; 0 if it is not reported. */
    long generation(ConditionType type) {
        return generation(conditions.getOrDefault(type.value(), Map.of()));
    }

    /** The generation of the spec that an item of status.conditions is about; 0 if it does not say. */
    static long generation(Map<String, Object> item) {
        return FieldReader.of(item).number("observedGeneration").orElse(0L);
    }

    /** The version of the operator that was reached; empty where none is reported. */
    public Optional<String> version() {
        return versions.stream()
                .filter(version -> OPERATOR.equals(version.get("name")))
                .map(version -> FieldReader.of(version).string("version"))
                .findFirst();
    }

    /** Those of the related objects that the operator applies. */
    public List<ObjectKey> applied() {
        return RelatedObject.applied(relatedObjects);
    }

    /**
     * This status, with what an earlier one had and this one lacks: the object was deleted and recreated. Only conditions of
     * the controllers come back; those of others are theirs to write.
     */
    ReportedStatus restoredFrom(ReportedStatus earlier) {
        Map<String, Map<String, Object>> restored = new LinkedHashMap<>(conditions);
        for (ConditionType type : ConditionType.values()) {
            Map<String, Object> condition = earlier.conditions.get(type.value());
            if (condition != null) {
                restored.putIfAbsent(type.value(), condition);
            }
        }
        return new ReportedStatus(
                restored,
                versions.isEmpty() ? earlier.versions : versions,
                relatedObjects.isEmpty() ? earlier.relatedObjects : relatedObjects);
    }

    /**
     * The items of status.conditions by type, with those that the operator reports in place of what they said so far.
     *
     * @param now the time of what is a transition
     */
    Map<String, Map<String, Object>> conditionsWith(Map<ConditionType, Condition> reported, Instant now) {
        String time = now.truncatedTo(ChronoUnit.SECONDS).toString();
        Map<String, Map<String, Object>> items = new LinkedHashMap<>(conditions);
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

    private static Map<String, String> row(Map<String, Object> item) {
        Condition condition = Condition.of(item);
        Map<String, String> row = new LinkedHashMap<>();
        row.put("type", condition.type());
        row.put("status", condition.status());
        row.put("since", FieldReader.of(item).string("lastTransitionTime"));
        row.put("reason", condition.reason());
        row.put("message", condition.message());
        return row;
    }
}
