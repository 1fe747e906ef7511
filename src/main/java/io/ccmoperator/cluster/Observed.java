/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cluster;

import java.util.List;

/**
 * A value read from a cluster object, with what the object says that could not be followed.
 *
 * @param value what holds
 * @param warnings one line each, without a period; empty when all of the object was understood
 * @param <T> the kind of value
 */
public record Observed<T>(T value, List<String> warnings) {
    /** Makes the list unmodifiable. */
    public Observed {
        warnings = List.copyOf(warnings);
    }

    /** A value without warnings. */
    public static <T> Observed<T> of(T value) {
        return new Observed<>(value, List.of());
    }
}
