// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.perturbation;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** The first difference of two trees, with its path. */
public final class TreeDifference {
    private TreeDifference() {}

    /** Empty where they are the same. */
    public static Optional<String> of(Object one, Object other) {
        return at("", one, other);
    }

    private static Optional<String> at(String path, Object one, Object other) {
        if (one instanceof Map<?, ?> first && other instanceof Map<?, ?> second) {
            if (first.isEmpty() != second.isEmpty()) {
                return Optional.of(path + (first.isEmpty() ? " is new" : " is missing"));
            }
            Set<Object> keys = new TreeSet<>(first.keySet());
            keys.addAll(second.keySet());
            return keys.stream()
                    .flatMap(key -> at(path + "." + key, first.get(key), second.get(key)).stream())
                    .findFirst();
        }
        if (one instanceof List<?> first && other instanceof List<?> second && first.size() == second.size()) {
            for (int i = 0; i < first.size(); i++) {
                Optional<String> difference = at(path + "[" + i + "]", first.get(i), second.get(i));
                if (difference.isPresent()) {
                    return difference;
                }
            }
            return Optional.empty();
        }
        return Objects.equals(one, other)
                ? Optional.empty()
                : Optional.of(path + ": " + shown(one) + " became " + shown(other));
    }

    private static String shown(Object value) {
        String text = String.valueOf(value);
        return text.length() > 200 ? text.substring(0, 200) + "..." : text;
    }
}
