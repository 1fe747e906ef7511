// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

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
 * @param programs the image of each program by the program's field, such as {@code controllerManager}; empty while that is not known
 * @param objects the state of each applied object, in the order in which they are applied; empty while that is not known
 */
public record CloudControllerManagerStatus(
        long generation,
        Optional<String> provider,
        Optional<Map<String, ProgramImage>> programs,
        Optional<Map<ObjectKey, String>> objects) {
    /**
     * The image of a program.
     *
     * @param image its reference
     * @param source what names it: a field of the object, or a key of images.json
     */
    public record ProgramImage(String image, String source) {
        private Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("image", image);
            tree.put("imageSource", source);
            return tree;
        }
    }

    /** Before the first reconcile. */
    static final CloudControllerManagerStatus UNKNOWN =
            new CloudControllerManagerStatus(0, Optional.empty(), Optional.empty(), Optional.empty());

    /**
     * The members of the object's status, but for those of which nothing is known.
     *
     * @param before what the status says so far
     * @param reported the conditions, as a ClusterOperator has them
     * @param version the release that is reached, if one is
     * @param now the time of what is a transition
     */
    Map<String, Object> members(
            ReportedStatus before, Map<ConditionType, Condition> reported, Optional<String> version, Instant now) {
        Map<String, Object> members = new LinkedHashMap<>();
        if (generation == 0) {
            return members;
        }
        members.put("observedGeneration", generation);
        provider.ifPresent(name -> members.put("provider", name));
        programs.ifPresent(images -> images.forEach((field, image) -> members.put(field, image.tree())));
        objects.ifPresent(states -> members.put("objects", items(states)));
        version.ifPresent(reached -> members.put("version", reached));
        Map<String, Map<String, Object>> conditions = before.conditionsWith(reported, now);
        conditions
                .keySet()
                .removeIf(type ->
                        ConditionType.of(type).filter(reported::containsKey).isEmpty());
        conditions.replaceAll((type, condition) -> complete(condition));
        members.put("conditions", new ArrayList<>(conditions.values()));
        return members;
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
    private static Map<String, Object> complete(Map<String, Object> condition) {
        Map<String, Object> complete = new LinkedHashMap<>(condition);
        complete.putIfAbsent("reason", Condition.AS_EXPECTED);
        complete.putIfAbsent("message", "");
        return complete;
    }
}
