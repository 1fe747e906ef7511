// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the status of the CloudControllerManager {@code cluster} says beside the conditions.
 *
 * @param generation the generation of the spec that the last reconcile was about; 0: of none, and nothing can be said of the object
 * @param provider the name of the provider, "" if there is none; empty while that is not known, and what an earlier process has said stays
 * @param objects the state of each applied object, in the order in which they are applied; empty while that is not known
 */
public record CloudControllerManagerStatus(
        long generation, Optional<String> provider, Optional<Map<ObjectKey, String>> objects) {
    /** Before the first reconcile. */
    static final CloudControllerManagerStatus UNKNOWN =
            new CloudControllerManagerStatus(0, Optional.empty(), Optional.empty());

    /**
     * The members of the object's status that have to change, with their new values.
     *
     * @param conditions as a ClusterOperator has them
     * @param version the release that is reached, if one is
     */
    Map<String, Object> changes(
            KubernetesObject live, Map<ConditionType, Condition> conditions, Optional<String> version, Instant now) {
        Map<String, Object> desired = new LinkedHashMap<>();
        if (generation == 0) {
            return desired;
        }
        desired.put("observedGeneration", generation);
        provider.ifPresent(name -> desired.put("provider", name));
        objects.ifPresent(states -> desired.put("objects", items(states)));
        version.ifPresent(reached -> desired.put("version", reached));
        desired.put("conditions", conditions(live, conditions, now));
        desired.entrySet()
                .removeIf(member -> member.getValue().equals(live.fields().at("status", member.getKey())));
        return desired;
    }

    private static List<Object> items(Map<ObjectKey, String> states) {
        List<Object> items = new ArrayList<>();
        states.forEach((key, state) -> {
            Map<String, Object> item = new LinkedHashMap<>();
            item.put("kind", key.kind().kind());
            if (!key.namespace().isEmpty()) {
                item.put("namespace", key.namespace());
            }
            item.put("name", key.name());
            item.put("state", state);
            items.add(item);
        });
        return items;
    }

    /** The kind requires a reason and a message, which a condition of an earlier release may not have. */
    private static List<Object> conditions(KubernetesObject live, Map<ConditionType, Condition> reported, Instant now) {
        Map<String, Map<String, Object>> items = ReportedStatus.of(live).conditionsWith(reported, now);
        items.keySet()
                .removeIf(type ->
                        ConditionType.of(type).filter(reported::containsKey).isEmpty());
        items.replaceAll((type, item) -> {
            Map<String, Object> complete = new LinkedHashMap<>(item);
            complete.putIfAbsent("reason", Condition.AS_EXPECTED);
            complete.putIfAbsent("message", "");
            return complete;
        });
        return new ArrayList<>(items.values());
    }
}
