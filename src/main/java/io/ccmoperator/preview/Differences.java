/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.preview;

import java.util.List;

/**
 * The differences between a cluster and what {@code run} makes of it.
 *
 * @param changes one an object, in the order in which the objects would first be written
 * @param warnings one line each: what was not compared, and what controllers warn of
 * @param errors one line each: what could not be compared, and what {@code run} could not do either; when there is one, changes
 *     may be missing
 */
public record Differences(List<PlannedChange> changes, List<String> warnings, List<String> errors) {
    public Differences {
        changes = List.copyOf(changes);
        warnings = List.copyOf(warnings);
        errors = List.copyOf(errors);
    }
}
