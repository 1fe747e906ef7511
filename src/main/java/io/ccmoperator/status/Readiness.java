// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import static io.ccmoperator.status.ConditionType.AVAILABLE;
import static io.ccmoperator.status.ConditionType.DEGRADED;
import static io.ccmoperator.status.ConditionType.PROGRESSING;
import static io.ccmoperator.status.ConditionType.READY;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The condition Ready: True when the CCM is Available, not Degraded and not Progressing, or else what the condition says that is in
 * the way.
 *
 * @param condition what Ready says
 * @param from the conditions that it follows from: one that is in the way, or all three
 */
record Readiness(Condition condition, List<ConditionType> from) {
    private static final List<ConditionType> ALL = List.of(AVAILABLE, DEGRADED, PROGRESSING);

    /** @param conditions what the other conditions say; empty and Unknown are the same */
    static Readiness of(Function<ConditionType, Optional<Condition>> conditions) {
        return Stream.of(
                        blocked(AVAILABLE, conditions.apply(AVAILABLE).filter(Condition::isFalse)),
                        blocked(DEGRADED, conditions.apply(DEGRADED).filter(Condition::isTrue)),
                        blocked(PROGRESSING, conditions.apply(PROGRESSING).filter(Condition::isTrue)))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseGet(() -> new Readiness(
                        isSettled(conditions) ? ready(conditions.apply(AVAILABLE)) : Condition.pending(READY), ALL));
    }

    private static Optional<Readiness> blocked(ConditionType type, Optional<Condition> inTheWay) {
        return inTheWay.map(condition ->
                new Readiness(Condition.ofFalse(READY, condition.reason(), condition.message()), List.of(type)));
    }

    private static boolean isSettled(Function<ConditionType, Optional<Condition>> conditions) {
        return ALL.stream()
                .allMatch(type -> conditions
                        .apply(type)
                        .filter(condition -> condition.isTrue() || condition.isFalse())
                        .isPresent());
    }

    /** What is not managed is ready in the words of the other conditions. */
    private static Condition ready(Optional<Condition> available) {
        return available
                .filter(condition -> condition.reason().equals(Condition.UNMANAGED))
                .map(condition -> Condition.ofTrue(READY, condition.reason(), condition.message()))
                .orElseGet(() -> Condition.ofTrue(
                        READY, Condition.AS_EXPECTED, "The cloud controller manager is available and as it is set"));
    }
}
