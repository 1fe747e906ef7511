// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ObjectKey;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a ClusterOperator says.
 *
 * @param conditions in their order
 * @param version the version of the operator that was reached; empty where none is reported
 * @param applied the objects of status.relatedObjects that the operator applies
 */
public record ReportedStatus(List<Reported> conditions, Optional<String> version, List<ObjectKey> applied) {
    public ReportedStatus {
        conditions = List.copyOf(conditions);
        applied = List.copyOf(applied);
    }

    /**
     * A condition with the time of its last transition.
     *
     * @param since RFC 3339; empty where it is not reported
     */
    public record Reported(Condition condition, String since) {
        private Map<String, String> row() {
            Map<String, String> row = new LinkedHashMap<>();
            row.put("type", condition.type());
            row.put("status", condition.status());
            row.put("since", since);
            row.put("reason", condition.reason());
            row.put("message", condition.message());
            return row;
        }
    }

    /** Reads the object. */
    public static ReportedStatus of(KubernetesObject clusterOperator) {
        return new ReportedStatus(
                clusterOperator.fields().maps("status", "conditions").stream()
                        .map(item -> new Reported(
                                Condition.of(item), FieldReader.of(item).string("lastTransitionTime")))
                        .toList(),
                ClusterOperatorDocument.of(clusterOperator).version(),
                RelatedObject.applied(RelatedObject.items(clusterOperator)));
    }

    /** The conditions with their fields type, status, since, reason and message. */
    public List<Map<String, String>> rows() {
        return conditions.stream().map(Reported::row).toList();
    }

    /** Whether the condition of a type is reported as True. */
    public boolean isTrue(ConditionType type) {
        return condition(type).filter(Condition::isTrue).isPresent();
    }

    /** The condition of a type, if it is reported. */
    public Optional<Condition> condition(ConditionType type) {
        return conditions.stream()
                .map(Reported::condition)
                .filter(condition -> condition.type().equals(type.value()))
                .findFirst();
    }
}
