// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;

/** Unmodifiable maps and sets that keep the order of their source, which {@code Map.copyOf} and {@code Set.copyOf} do not. */
public final class Ordered {
    private Ordered() {}

    /** A copy of the map; null is no error, neither in it nor in look-ups. */
    public static <K, V> Map<K, V> copy(Map<K, V> source) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(source));
    }

    /** A copy of the set; null is no error, neither in it nor in look-ups. */
    public static <E> Set<E> copy(Set<E> source) {
        return Collections.unmodifiableSet(new LinkedHashSet<>(source));
    }
}
