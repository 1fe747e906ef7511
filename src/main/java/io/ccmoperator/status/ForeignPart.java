// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What others say in the ClusterOperator, or in the CloudControllerManager in its place, for controllers to know. The operator's own
 * writes, labels and annotations are no part of it.
 *
 * @param exists false after a deletion, which is never the operator's
 * @param spec the object's
 * @param conditions by type, those that this process does not write, whenever they began to say that
 */
record ForeignPart(boolean exists, Map<String, Object> spec, Map<String, Condition> conditions) {
    /** @param running the controllers of this process; their conditions are not foreign */
    static ForeignPart of(Optional<KubernetesObject> live, Set<Controller> running) {
        Map<String, Condition> conditions = new LinkedHashMap<>();
        ReportedStatus.of(live).conditions().forEach((type, item) -> conditions.put(type, Condition.of(item)));
        conditions.keySet().removeIf(type -> isOwn(type, running));
        return new ForeignPart(
                live.isPresent(),
                live.map(object -> object.fields().map("spec")).orElse(Map.of()),
                conditions);
    }

    /** Whether controllers have to look again. That the object was created says nothing. */
    boolean differsFrom(ForeignPart before) {
        return exists ? !spec.equals(before.spec) || !conditions.equals(before.conditions) : before.exists;
    }

    private static boolean isOwn(String type, Set<Controller> running) {
        return type.equals(ClusterOperatorStatus.CLOUD_CONTROLLER_OWNER)
                ? running.contains(Controller.CLOUD_CONTROLLER_MANAGER)
                : ConditionType.of(type)
                        .map(ConditionType::controller)
                        .filter(running::contains)
                        .isPresent();
    }
}
