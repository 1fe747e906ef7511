// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import java.util.List;

/**
 * A value read from a cluster object, with warnings about its invalid fields.
 *
 * @param value what is effective
 * @param warnings one line each, without a period; empty when all of the object was understood
 * @param <T> the kind of value
 */
public record WithWarnings<T>(T value, List<String> warnings) {
    public WithWarnings {
        warnings = List.copyOf(warnings);
    }

    /** A value without warnings. */
    public static <T> WithWarnings<T> of(T value) {
        return new WithWarnings<>(value, List.of());
    }
}
