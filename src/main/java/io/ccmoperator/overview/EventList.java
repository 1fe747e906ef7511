// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.overview;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.ObjectLists;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The last events of the operator, those about itself among them. */
final class EventList {
    private static final int LAST = 10;
    private static final String COMPONENT = "ccm-operator";

    /** Where events on cluster-scoped objects are. */
    private static final String DEFAULT_NAMESPACE = "default";

    private final ObjectLists lists;

    EventList(ObjectLists lists) {
        this.lists = lists;
    }

    /**
     * The last ones, newest first. Events about an object of the subject's name that was deleted are not among them.
     *
     * @param subject the object of events about the operator itself
     * @param uid its metadata.uid; empty where it does not exist
     */
    List<Map<String, String>> last(String managedNamespace, ObjectKey subject, String uid) {
        List<KubernetesObject> events =
                new ArrayList<>(lists.list(ResourceKind.EVENT, managedNamespace, "", EventList::ofOperator));
        events.addAll(lists.list(
                ResourceKind.EVENT,
                DEFAULT_NAMESPACE,
                "fieldSelector=involvedObject.name=" + subject.name(),
                EventList::ofOperator));
        return events.stream()
                .filter(event -> uid.isEmpty() || !isOfAnother(event, subject, uid))
                .sorted(Comparator.comparing(EventList::time).reversed())
                .limit(LAST)
                .map(this::row)
                .toList();
    }

    private static Optional<KubernetesObject> ofOperator(KubernetesObject event) {
        return event.fields().string("source", "component").equals(COMPONENT) ? Optional.of(event) : Optional.empty();
    }

    /** An event without a uid was recorded before its object was read, or existed. */
    private static boolean isOfAnother(KubernetesObject event, ObjectKey subject, String uid) {
        FieldReader involved = event.fields().field("involvedObject");
        return involved.string("kind").equals(subject.kind().kind())
                && involved.string("name").equals(subject.name())
                && !List.of("", uid).contains(involved.string("uid"));
    }

    private Map<String, String> row(KubernetesObject event) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("time", time(event));
        row.put("type", event.fields().string("type"));
        row.put("reason", event.fields().string("reason"));
        for (String part : List.of("kind", "namespace", "name")) {
            row.put(part, event.fields().string("involvedObject", part));
        }
        row.put("count", String.valueOf(event.fields().at("count")));
        row.put("message", event.fields().string("message"));
        return row;
    }

    private static String time(KubernetesObject event) {
        return event.fields().string("lastTimestamp");
    }
}
