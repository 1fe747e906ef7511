// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;

/** What a test says of a condition, e.g. {@code assertThatCondition(object, DEGRADED).isTrue().hasReason("SyncingFailed")}. */
public final class ConditionAssert extends AbstractAssert<ConditionAssert, Map<String, Object>> {
    private ConditionAssert(Map<String, Object> condition) {
        super(condition, ConditionAssert.class);
    }

    /** A condition of a ClusterOperator. */
    public static ConditionAssert assertThatCondition(KubernetesObject clusterOperator, ConditionType type) {
        return new ConditionAssert(clusterOperator.fields().maps("status", "conditions").stream()
                        .filter(condition -> type.value().equals(condition.get("type")))
                        .findFirst()
                        .orElse(null))
                .as(type.value());
    }

    /** A condition out of those that a result sets. */
    public static ConditionAssert assertThatCondition(Collection<Condition> conditions, ConditionType type) {
        return new ConditionAssert(conditions.stream()
                        .filter(condition -> condition.type().equals(type.value()))
                        .map(condition -> condition.tree(Map.of(), ""))
                        .findFirst()
                        .orElse(null))
                .as(type.value());
    }

    /** The types of all conditions of a ClusterOperator. */
    public static Collection<Object> types(KubernetesObject clusterOperator) {
        return clusterOperator.fields().maps("status", "conditions").stream()
                .map(condition -> condition.get("type"))
                .collect(Collectors.toList());
    }

    public ConditionAssert isTrue() {
        return has("status", "True");
    }

    public ConditionAssert isFalse() {
        return has("status", "False");
    }

    public ConditionAssert isUnknown() {
        return has("status", "Unknown");
    }

    /** The generation of the spec that a condition of a CloudControllerManager is about. */
    public ConditionAssert isAbout(long generation) {
        isNotNull();
        Assertions.assertThat(actual.get("observedGeneration"))
                .as("observedGeneration of %s", descriptionText())
                .isEqualTo(generation);
        return this;
    }

    public ConditionAssert hasReason(String reason) {
        return has("reason", reason);
    }

    public ConditionAssert hasMessage(String message) {
        return has("message", message);
    }

    public ConditionAssert hasMessageStartingWith(String start) {
        isNotNull();
        if (!String.valueOf(actual.get("message")).startsWith(start)) {
            failWithMessage("expected a message that starts with <%s> in %s", start, actual);
        }
        return this;
    }

    /** The message starts with one of these: more than one may be true, and which of them is seen first is a matter of time. */
    public ConditionAssert hasMessageStartingWithOneOf(List<String> starts) {
        isNotNull();
        if (starts.stream().noneMatch(String.valueOf(actual.get("message"))::startsWith)) {
            failWithMessage("expected a message that starts with one of %s in %s", starts, actual);
        }
        return this;
    }

    public ConditionAssert hasBeenSince(String time) {
        return has("lastTransitionTime", time);
    }

    private ConditionAssert has(String member, String value) {
        isNotNull();
        Assertions.assertThat(actual.getOrDefault(member, ""))
                .as("%s of %s", member, descriptionText())
                .isEqualTo(value);
        return this;
    }
}
