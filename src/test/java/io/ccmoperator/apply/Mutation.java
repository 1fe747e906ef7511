// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A change at a random place within given parts of an object. */
final class Mutation {
    private final Random random;

    private Mutation(Random random) {
        this.random = random;
    }

    /** Changes the object. It may by chance stay the same. */
    @SuppressWarnings("unchecked")
    static void of(List<List<String>> paths, KubernetesObject object, Random random) {
        List<String> path = paths.get(random.nextInt(paths.size()));
        Map<String, Object> parent = object.tree();
        for (String name : path.subList(0, path.size() - 1)) {
            parent = (Map<String, Object>) parent.get(name);
        }
        String name = path.get(path.size() - 1);
        Object changed = new Mutation(random).changed(parent.get(name));
        if (changed == null) {
            parent.remove(name);
        } else {
            parent.put(name, changed);
        }
    }

    private Object changed(Object value) {
        if (value instanceof Map<?, ?> map) {
            return changedMap(new LinkedHashMap<>(map));
        }
        if (value instanceof List<?> list) {
            return changedList(new ArrayList<>(list));
        }
        if (value == null) {
            return addition();
        }
        return value instanceof Boolean flag ? (Object) !flag : value instanceof Long number ? number + 1 : value + "x";
    }

    private Object changedMap(Map<Object, Object> map) {
        int choice = random.nextInt(10);
        if (choice == 0 || map.isEmpty()) {
            map.put("added", addition());
            return map;
        }
        Object key = new ArrayList<>(map.keySet()).get(random.nextInt(map.size()));
        if (choice == 1) {
            map.remove(key);
        } else {
            map.put(key, changed(map.get(key)));
        }
        return map;
    }

    private Object changedList(List<Object> list) {
        int choice = random.nextInt(10);
        if (choice == 0 || list.isEmpty()) {
            list.add(random.nextInt(list.size() + 1), list.isEmpty() ? addition() : list.get(0));
            return list;
        }
        int index = random.nextInt(list.size());
        if (choice == 1) {
            list.remove(index);
        } else {
            list.set(index, changed(list.get(index)));
        }
        return list;
    }

    private Object addition() {
        return switch (random.nextInt(4)) {
            case 0 -> "added";
            case 1 -> 1L;
            case 2 -> new LinkedHashMap<>();
            default -> new LinkedHashMap<>(Map.of("added", "x"));
        };
    }
}
