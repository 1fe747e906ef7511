// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

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

    /** One line: how many objects each action is for, and whether others may be missing. */
    public String summary() {
        String counts = Stream.of(PlannedChange.Action.values())
                .map(action -> changes.stream()
                                .filter(change -> change.action() == action)
                                .count() + " to " + action.verb())
                .collect(Collectors.joining(", "));
        String found = changes.isEmpty() ? "no differences" : counts;
        return errors.isEmpty() ? found : "incomplete, see the errors: " + found + " so far";
    }
}
