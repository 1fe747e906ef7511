/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cloudconfig.transform.vsphere;

import io.ccmoperator.assets.tree.TreePath;
import io.ccmoperator.assets.tree.YamlDocument;
import io.ccmoperator.cluster.InvalidInputException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Resolves the merge keys of YAML 1.1 ({@code <<: *defaults}), which the cloud controller manager follows and a reader of
 * YAML 1.2 takes for a key like others: a map's own keys count first, then those of the merged maps in their order.
 */
final class MergeKeys {
    private static final String MERGE = "<<";

    /** Deeper than any configuration; what is written grows with the depth, as each line is indented by it. */
    private static final int MAX_DEPTH = 32;

    private final YamlDocument document;

    /** The keys and indices that lead to the value at hand. Paths would cost as much as their length, for every value. */
    private final Deque<Object> steps = new ArrayDeque<>();

    MergeKeys(YamlDocument document) {
        this.document = document;
    }

    /**
     * An independent copy of the document without merge keys.
     *
     * @throws InvalidInputException if a merge key holds no map, or the document is nested too deeply
     */
    Map<String, Object> expanded() {
        return expanded(document.map().orElseThrow());
    }

    private Map<String, Object> expanded(Map<String, Object> map) {
        Map<String, Object> expanded = new LinkedHashMap<>();
        map.forEach((key, value) -> {
            if (!key.equals(MERGE)) {
                expanded.put(key, below(key, value));
            }
        });
        if (map.containsKey(MERGE)) {
            Object merged = below(MERGE, map.get(MERGE));
            for (Object part : merged instanceof List<?> parts ? parts : Collections.singletonList(merged)) {
                if (!(part instanceof Map)) {
                    steps.addLast(MERGE);
                    throw fault("merges what is no map; name maps with it, as in '<<: *name'");
                }
                Tree.map(part).forEach(expanded::putIfAbsent);
            }
        }
        return expanded;
    }

    private Object below(Object step, Object value) {
        steps.addLast(step);
        if (steps.size() > MAX_DEPTH) {
            throw fault("is nested more than " + MAX_DEPTH + " levels deep; a configuration has about three");
        }
        Object expanded = value;
        if (value instanceof List<?> items) {
            List<Object> list = new ArrayList<>(items.size());
            items.forEach(item -> list.add(below(list.size(), item)));
            expanded = list;
        } else if (value instanceof Map) {
            expanded = expanded(Tree.map(value));
        }
        steps.removeLast();
        return expanded;
    }

    private InvalidInputException fault(String reason) {
        TreePath path = TreePath.ROOT;
        for (Object step : steps) {
            path = step instanceof Integer index ? path.item(index) : path.field((String) step);
        }
        return YamlFault.at(document, path, reason);
    }
}
