// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Compares trees leniently: a member that is null, an empty map or an empty list equals a missing one. The API server
 * treats most of them so, but not all: objects that are equal here may still differ.
 */
final class SubsetMatcher {
    private SubsetMatcher() {}

    /** Whether both say the same. */
    static boolean equal(Object left, Object right) {
        return contains(left, right) && contains(right, left);
    }

    /** Whether a tree says all that a part says: its maps may have more members, its lists have the same items. */
    static boolean contains(Object tree, Object part) {
        if (isNothing(part)) {
            return true;
        }
        if (part instanceof Map<?, ?> members) {
            return tree instanceof Map<?, ?> map
                    && members.entrySet().stream()
                            .allMatch(member -> contains(map.get(member.getKey()), member.getValue()));
        }
        if (part instanceof List<?> items) {
            return tree instanceof List<?> list && list.size() == items.size() && pairwise(list, items);
        }
        return Objects.equals(tree, part);
    }

    private static boolean pairwise(List<?> trees, List<?> parts) {
        Iterator<?> tree = trees.iterator();
        return parts.stream().allMatch(part -> contains(tree.next(), part));
    }

    /** Whether a value is null, an empty map or an empty list. */
    static boolean isNothing(Object value) {
        return value == null
                || value instanceof Map<?, ?> map && map.isEmpty()
                || value instanceof List<?> list && list.isEmpty();
    }
}
