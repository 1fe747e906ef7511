/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What became of all objects.
 *
 * @param outcomes one for each object, in the order in which they were applied
 */
public record ApplyResult(List<Outcome> outcomes) {
    /** Makes the list unmodifiable. */
    public ApplyResult {
        outcomes = List.copyOf(outcomes);
    }

    /** Whether any object was written. */
    public boolean written() {
        return outcomes.stream().anyMatch(Outcome.Written.class::isInstance);
    }

    /** The objects that were written, as messages show them. */
    public List<String> writtenObjects() {
        return outcomes.stream()
                .filter(Outcome.Written.class::isInstance)
                .map(outcome -> ((Outcome.Written) outcome).live().display())
                .toList();
    }

    /** The causes of all failures in the order of the objects, joined by {@code "; "}; none when there is none. */
    public Optional<String> failure() {
        String causes = outcomes.stream()
                .filter(Outcome.Failed.class::isInstance)
                .map(outcome -> ((Outcome.Failed) outcome).cause())
                .collect(Collectors.joining("; "));
        return causes.isEmpty() ? Optional.empty() : Optional.of(causes);
    }

    /** The newest that is known of each object that is as desired. */
    public List<KubernetesObject> live() {
        return outcomes.stream().map(ApplyResult::live).filter(Objects::nonNull).toList();
    }

    private static KubernetesObject live(Outcome outcome) {
        if (outcome instanceof Outcome.Written written) {
            return written.live();
        }
        return outcome instanceof Outcome.Unchanged unchanged ? unchanged.live() : null;
    }
}
