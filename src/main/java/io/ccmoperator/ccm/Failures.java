/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.ccm;

import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Causes of several failures as one. */
final class Failures {
    private Failures() {}

    static Optional<String> join(Optional<String> first, Optional<String> second) {
        String joined = Stream.of(first, second).flatMap(Optional::stream).collect(Collectors.joining("; "));
        return joined.isEmpty() ? Optional.empty() : Optional.of(joined);
    }
}
