// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.client.ObjectKey;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The result of the controller of the CCM resources while one of the two controllers whose ConfigMaps it needs is not
 * available.
 */
public final class SyncControllers {
    private static final List<ConditionType> DEGRADED =
            List.of(ConditionType.CLOUD_CONFIG_DEGRADED, ConditionType.TRUSTED_CA_DEGRADED);
    private static final List<ConditionType> AVAILABLE =
            List.of(ConditionType.CLOUD_CONFIG_AVAILABLE, ConditionType.TRUSTED_CA_AVAILABLE);

    private SyncControllers() {}

    /**
     * Why a reconcile cannot go on.
     *
     * @param object the object that has the conditions, for messages
     * @param conditions the condition of a type, if it is known
     * @return a transient failure when one of the two is degraded, waiting when one is not available; empty when both are
     */
    public static Optional<ReconcileResult> unmetPrecondition(
            ObjectKey object, Function<ConditionType, Optional<Condition>> conditions) {
        List<String> failures = DEGRADED.stream()
                .flatMap(type -> conditions.apply(type).stream())
                .filter(Condition::isTrue)
                .map(condition -> "failed to apply resources because " + condition.type()
                        + " condition is set to True: " + condition.message())
                .sorted()
                .toList();
        if (!failures.isEmpty()) {
            return Optional.of(ReconcileResult.transientFailure(String.join("; ", failures)));
        }
        List<String> missing = AVAILABLE.stream()
                .filter(type -> conditions.apply(type).filter(Condition::isTrue).isEmpty())
                .map(ConditionType::value)
                .toList();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(new ReconcileResult.Waiting(String.join(" and ", missing) + " of " + object));
    }
}
