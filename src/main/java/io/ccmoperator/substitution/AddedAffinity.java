// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import io.ccmoperator.assets.tree.FieldReader;
import io.ccmoperator.assets.tree.FieldWriter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * An affinity that holds beside the one that a Pod has.
 *
 * @param affinity as a Pod has it
 */
record AddedAffinity(Map<String, Object> affinity) {
    private static final String NODES = "nodeAffinity";
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";
    private static final String TERMS = "nodeSelectorTerms";

    /** Adds it: all items of these lists count. Of the terms that select nodes one is enough, so that each of them is joined with each other. */
    void addTo(Map<String, Object> pod) {
        FieldReader added = FieldReader.of(affinity);
        FieldWriter target = new FieldWriter(new FieldWriter(pod).map("affinity"));
        List<Map<String, Object>> terms = added.maps(NODES, REQUIRED, TERMS);
        if (!terms.isEmpty()) {
            Map<String, Object> required = target.map(NODES, REQUIRED);
            List<Map<String, Object>> before = FieldReader.of(required).maps(TERMS);
            required.put(TERMS, before.isEmpty() ? terms : joined(before, terms));
        }
        append(added, target, NODES, PREFERRED);
        for (String kind : List.of("podAffinity", "podAntiAffinity")) {
            append(added, target, kind, REQUIRED);
            append(added, target, kind, PREFERRED);
        }
    }

    private static void append(FieldReader added, FieldWriter target, String kind, String list) {
        List<?> items = added.list(kind, list);
        if (!items.isEmpty()) {
            new FieldWriter(target.map(kind)).list(list).addAll(items);
        }
    }

    private static List<Map<String, Object>> joined(List<Map<String, Object>> first, List<Map<String, Object>> second) {
        return first.stream()
                .flatMap(one -> second.stream().map(other -> joined(one, other)))
                .toList();
    }

    /** A node matches a term if it fulfils everything in it. */
    private static Map<String, Object> joined(Map<String, Object> one, Map<String, Object> other) {
        Map<String, Object> both = new LinkedHashMap<>();
        for (String list : List.of("matchExpressions", "matchFields")) {
            List<Object> items = new ArrayList<>(FieldReader.of(one).list(list));
            items.addAll(FieldReader.of(other).list(list));
            if (!items.isEmpty()) {
                both.put(list, items);
            }
        }
        return both;
    }
}
