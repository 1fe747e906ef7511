// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.status;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ReservedObjects;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ObjectKey;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * The members of the status of a CloudControllerManager as they have to be. What this process does not know stays as it is; a condition
 * of which nothing is known is Unknown.
 */
final class ManagerMembers {
    private static final String OBSERVED_GENERATION = "observedGeneration";

    private final CloudControllerManagerStatus known;
    private final KubernetesObject live;
    private final ReportedStatus before;
    private final String time;

    /**
     * @param live the object as it is now
     * @param now the time of what is a transition
     */
    ManagerMembers(CloudControllerManagerStatus known, KubernetesObject live, Instant now) {
        this.known = known;
        this.live = live;
        this.before = ReportedStatus.of(live);
        this.time = now.truncatedTo(ChronoUnit.SECONDS).toString();
    }

    /**
     * All members, with their values.
     *
     * @param said what the controllers say, of this process or as last observed
     * @param version the release that is reached, if one is
     */
    Map<String, Object> all(Function<ConditionType, Optional<Condition>> said, Optional<String> version) {
        Map<String, Object> members = new LinkedHashMap<>();
        known.generation(Controller.CLOUD_CONTROLLER_MANAGER, live)
                .filter(generation -> generation > 0)
                .ifPresent(generation -> members.put(OBSERVED_GENERATION, generation));
        if (known.isAbout(Controller.CLOUD_CONTROLLER_MANAGER, live)) {
            known.provider().ifPresent(name -> members.put("provider", name));
            known.programs().forEach((field, image) -> members.put(field, image.tree()));
            version.ifPresent(reached -> members.put("version", reached));
        }
        List<Object> objects = objects();
        if (!objects.isEmpty() || live.fields().map("status").containsKey("objects")) {
            members.put("objects", objects);
        }
        members.put("conditions", conditions(said));
        return members;
    }

    private List<Object> conditions(Function<ConditionType, Optional<Condition>> said) {
        Map<ConditionType, Map<String, Object>> items = new EnumMap<>(ConditionType.class);
        List<ConditionType> types = ConditionType.of(known.distribution());
        for (ConditionType type : types) {
            Optional<Long> generation = known.generation(type.controller(), live);
            items.put(type, item(type, generation.flatMap(number -> said.apply(type)), generation.orElse(0L)));
        }
        if (known.work().containsKey(Controller.CLOUD_CONTROLLER_MANAGER)) {
            Readiness ready = Readiness.of(type -> Optional.of(Condition.of(items.get(type))));
            long generation = ready.from().stream()
                    .mapToLong(type -> ReportedStatus.generation(items.get(type)))
                    .min()
                    .orElse(0);
            items.put(ConditionType.READY, item(ConditionType.READY, Optional.of(ready.condition()), generation));
        }
        return new ArrayList<>(items.values());
    }

    /** The kind requires a reason and a message, which a condition of a ClusterOperator may not have. */
    private Map<String, Object> item(ConditionType type, Optional<Condition> condition, long generation) {
        Map<String, Object> earlier = before.conditions().getOrDefault(type.value(), Map.of());
        if (condition.isEmpty() && !earlier.isEmpty()) {
            return earlier;
        }
        Map<String, Object> item = new LinkedHashMap<>(
                condition.orElseGet(() -> Condition.pending(type)).tree(earlier, time));
        item.put(OBSERVED_GENERATION, generation);
        item.putIfAbsent("reason", Condition.AS_EXPECTED);
        item.putIfAbsent("message", "");
        return item;
    }

    /** In the order in which they are applied: the configuration comes first. */
    private List<Object> objects() {
        List<Object> items = new ArrayList<>();
        for (Controller controller :
                List.of(Controller.CLOUD_CONFIG, Controller.TRUSTED_CA, Controller.CLOUD_CONTROLLER_MANAGER)) {
            Optional<Map<ObjectKey, String>> states = Optional.ofNullable(
                            known.work().get(controller))
                    .filter(work -> known.isAbout(controller, live))
                    .flatMap(CloudControllerManagerStatus.Work::objects);
            if (states.isPresent()) {
                states.get().forEach((key, state) -> items.add(item(key, state)));
            } else {
                live.fields().maps("status", "objects").stream()
                        .filter(item -> writer(FieldReader.of(item)) == controller)
                        .forEach(items::add);
            }
        }
        return items;
    }

    private static Map<String, Object> item(ObjectKey key, String state) {
        Map<String, Object> item = new LinkedHashMap<>();
        item.put("group", key.kind().group());
        item.put("kind", key.kind().kind());
        item.put("namespace", key.namespace());
        item.put("name", key.name());
        item.put("state", state);
        return item;
    }

    /** The controller that keeps an object. */
    private static Controller writer(FieldReader item) {
        String kind = item.string("kind");
        String name = item.string("name");
        if (!ReservedObjects.areOfOperator(kind, name) || ReservedObjects.areCopies(kind, name)) {
            return Controller.CLOUD_CONTROLLER_MANAGER;
        }
        return name.equals("ccm-trusted-ca") ? Controller.TRUSTED_CA : Controller.CLOUD_CONFIG;
    }
}
