// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Changes a tree of maps and lists at paths such as {@code spec.containers[0].name} and {@code metadata.labels["a.b/c"]}. Maps
 * and lists that do not exist on the way are created; the index of an item may be the length of its list.
 */
final class TreeEdit {
    private static final Pattern STEP = Pattern.compile("\\.?([^.\\[\\]]+)|\\[(\\d+)]|\\[\"([^\"]*)\"]");

    private final Object root;

    TreeEdit(Object root) {
        this.root = root;
    }

    void set(String path, Object value) {
        List<Object> steps = steps(path);
        put(holder(steps), steps.get(steps.size() - 1), value);
    }

    /** Removes a member of a map or an item of a list, which has to exist. */
    void remove(String path) {
        List<Object> steps = steps(path);
        Object last = steps.get(steps.size() - 1);
        Object removed = last instanceof Integer index
                ? list(holder(steps)).remove(index.intValue())
                : map(holder(steps)).remove(last);
        if (removed == null) {
            throw new IllegalArgumentException("there is no " + path);
        }
    }

    private Object holder(List<Object> steps) {
        Object holder = root;
        for (int step = 0; step < steps.size() - 1; step++) {
            Object next = get(holder, steps.get(step));
            if (next == null) {
                next = steps.get(step + 1) instanceof Integer ? new ArrayList<>() : new LinkedHashMap<>();
                put(holder, steps.get(step), next);
            }
            holder = next;
        }
        return holder;
    }

    private static Object get(Object holder, Object step) {
        if (step instanceof Integer index) {
            return index < list(holder).size() ? list(holder).get(index) : null;
        }
        return map(holder).get(step);
    }

    private static void put(Object holder, Object step, Object value) {
        if (!(step instanceof Integer index)) {
            map(holder).put((String) step, value);
        } else if (index == list(holder).size()) {
            list(holder).add(value);
        } else {
            list(holder).set(index, value);
        }
    }

    private static List<Object> steps(String path) {
        List<Object> steps = new ArrayList<>();
        Matcher matcher = STEP.matcher(path);
        int end = 0;
        while (matcher.lookingAt()) {
            String name = matcher.group(1) == null ? matcher.group(3) : matcher.group(1);
            steps.add(name == null ? (Object) Integer.valueOf(matcher.group(2)) : name);
            end = matcher.end();
            matcher.region(end, path.length());
        }
        if (end != path.length() || steps.isEmpty()) {
            throw new IllegalArgumentException("not a path: " + path);
        }
        return steps;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        return (Map<String, Object>) value;
    }

    @SuppressWarnings("unchecked")
    private static List<Object> list(Object value) {
        return (List<Object>) value;
    }
}
