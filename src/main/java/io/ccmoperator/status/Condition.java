// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A condition of the ClusterOperator (OpenShift API, ClusterOperatorStatusCondition) or of the CloudControllerManager, without the
 * time of its last transition.
 *
 * @param type which condition, one of {@link ConditionType} or another one
 * @param status True, False or Unknown
 * @param reason one word in camel case; may be empty
 * @param message for administrators; may be empty
 */
public record Condition(String type, String status, String reason, String message) {
    /** The reason of everything that is in order. */
    public static final String AS_EXPECTED = "AsExpected";

    /** The reason of a cloud controller manager that does not work. */
    public static final String UNAVAILABLE = "CloudControllerManagerUnavailable";

    /** The reason of progress without a change of the version. */
    public static final String ROLLING_OUT = "RollingOut";

    /** The reason of progress towards another version. */
    public static final String SYNCING_RESOURCES = "SyncingResources";

    /** The reason of everything while an administrator has taken the cloud controller manager over. */
    public static final String UNMANAGED = "Unmanaged";

    /** The reason of what is not known before the first result. */
    public static final String PENDING = "Pending";

    /** All reasons that this operator gives. */
    public static final List<String> REASONS = Stream.concat(
                    Stream.of(AS_EXPECTED, UNAVAILABLE, ROLLING_OUT, SYNCING_RESOURCES, PENDING, UNMANAGED),
                    Arrays.stream(FailureReason.values()).map(FailureReason::word))
            .toList();

    private static final String TRUE = "True";
    private static final String FALSE = "False";
    private static final String UNKNOWN = "Unknown";
    private static final String LAST_TRANSITION_TIME = "lastTransitionTime";

    /** A condition that holds. */
    public static Condition ofTrue(ConditionType type, String reason, String message) {
        return new Condition(type.value(), TRUE, reason, message);
    }

    /** A condition that does not hold. */
    public static Condition ofFalse(ConditionType type, String reason, String message) {
        return new Condition(type.value(), FALSE, reason, message);
    }

    /** A condition of which nothing is known before the first result. */
    static Condition pending(ConditionType type) {
        return new Condition(
                type.value(),
                UNKNOWN,
                PENDING,
                "Waiting for the first result of the controller "
                        + type.controller().value());
    }

    /** Reads an item of status.conditions; what is missing there is empty. */
    static Condition of(Map<String, Object> tree) {
        KubernetesObject condition = new KubernetesObject(tree);
        return new Condition(
                condition.fields().string("type"),
                condition.fields().string("status"),
                condition.fields().string("reason"),
                condition.fields().string("message"));
    }

    /** Whether the status is True. */
    public boolean isTrue() {
        return status.equals(TRUE);
    }

    /** Whether the status is False, and so neither True nor Unknown. */
    public boolean isFalse() {
        return status.equals(FALSE);
    }

    /**
     * The item of status.conditions.
     *
     * @param before the item of that type so far, which stays when it says the same; may be empty
     * @param now the time of the transition, in case it is one
     */
    Map<String, Object> tree(Map<String, Object> before, String now) {
        Object since = before.get(LAST_TRANSITION_TIME);
        if (since != null && of(before).equals(this)) {
            return before;
        }
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("type", type);
        tree.put("status", status);
        tree.put(LAST_TRANSITION_TIME, since != null && status.equals(before.get("status")) ? since : now);
        putUnlessEmpty(tree, "reason", reason);
        putUnlessEmpty(tree, "message", message);
        return tree;
    }

    private static void putUnlessEmpty(Map<String, Object> tree, String key, String value) {
        if (!value.isEmpty()) {
            tree.put(key, value);
        }
    }
}
