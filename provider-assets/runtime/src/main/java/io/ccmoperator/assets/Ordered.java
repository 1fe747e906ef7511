/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Unmodifiable maps that keep the order of their source, which {@code Map.copyOf} does not. */
final class Ordered {
    private Ordered() {}

    static <V> Map<String, V> copy(Map<String, V> source) {
        return Collections.unmodifiableMap(new LinkedHashMap<>(source));
    }
}
