// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.ReconcileResult.Kind;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The result of the controller of the CCM resources while one of the two controllers whose ConfigMaps it needs is not
 * available.
 */
public final class SyncControllers {
    private static final List<ConditionType> DEGRADED =
            List.of(ConditionType.CLOUD_CONFIG_DEGRADED, ConditionType.TRUSTED_CA_DEGRADED);
    private static final List<ConditionType> AVAILABLE =
            List.of(ConditionType.CLOUD_CONFIG_AVAILABLE, ConditionType.TRUSTED_CA_AVAILABLE);
    private static final List<ConditionType> READY =
            List.of(ConditionType.CLOUD_CONFIG_READY, ConditionType.TRUSTED_CA_READY);

    private SyncControllers() {}

    /**
     * Why a reconcile cannot go on.
     *
     * @param object the object that has the conditions, for messages: a ClusterOperator has other ones than a CloudControllerManager
     * @param conditions the condition of a type, if it is known
     * @param isTerminal whether a controller is known to fail for input that only a change can fix
     * @return a failure when one of the two is degraded: terminal if one of those is known to be, or else transient; waiting when one is
     *     not available; empty when both are
     */
    public static Optional<ReconcileResult> unmetPrecondition(
            ObjectKey object,
            Function<ConditionType, Optional<Condition>> conditions,
            Predicate<Controller> isTerminal) {
        boolean isOpenShift = object.equals(ClusterOperatorStatusWriter.KEY);
        List<ConditionType> failing = (isOpenShift ? DEGRADED : READY)
                .stream()
                        .filter(type -> conditions
                                .apply(type)
                                .filter(isOpenShift ? Condition::isTrue : Condition::isFalse)
                                .isPresent())
                        .toList();
        if (!failing.isEmpty()) {
            String causes = failing.stream()
                    .flatMap(type -> conditions.apply(type).stream())
                    .map(condition -> isOpenShift ? ofClusterOperator(condition) : ofManager(condition))
                    .sorted()
                    .reduce((first, second) -> first + "; " + second)
                    .orElseThrow();
            boolean terminal = failing.stream().map(ConditionType::controller).anyMatch(isTerminal);
            return Optional.of(new ReconcileResult.Degraded(causes, terminal ? Kind.TERMINAL : Kind.TRANSIENT));
        }
        List<String> missing = (isOpenShift ? AVAILABLE : READY)
                .stream()
                        .filter(type ->
                                conditions.apply(type).filter(Condition::isTrue).isEmpty())
                        .map(ConditionType::value)
                        .toList();
        return missing.isEmpty()
                ? Optional.empty()
                : Optional.of(new ReconcileResult.Waiting(String.join(" and ", missing) + " of " + object));
    }

    private static String ofClusterOperator(Condition condition) {
        return "failed to apply resources because " + condition.type() + " condition is set to True: "
                + condition.message();
    }

    private static String ofManager(Condition condition) {
        return condition.type() + " is False: " + condition.message();
    }
}
