// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.apply;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.ObjectKey;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * The results of applying all objects.
 *
 * @param outcomes one for each object, in the order in which they were applied
 * @param warnings one line for each object that another client keeps overwriting
 */
public record ApplyResult(List<Outcome> outcomes, List<String> warnings) {
    public ApplyResult {
        outcomes = List.copyOf(outcomes);
        warnings = List.copyOf(warnings);
    }

    /** Whether any object was written. */
    public boolean written() {
        return outcomes.stream().anyMatch(Outcome.Written.class::isInstance);
    }

    /** The objects whose change waits, as messages show them, each with when it is due: the same words until then. */
    public List<String> postponedChanges() {
        return outcomes.stream()
                .filter(Outcome.Postponed.class::isInstance)
                .map(Outcome.Postponed.class::cast)
                .flatMap(postponed -> postponed.change().stream()
                        .map(due ->
                                postponed.key() + " at " + due.plusSeconds(1).truncatedTo(ChronoUnit.SECONDS)))
                .toList();
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

    /** Whether objects failed, and all of them for what they say: only other input helps. */
    public boolean failedOfContent() {
        List<Outcome.Failed> failed = outcomes.stream()
                .filter(Outcome.Failed.class::isInstance)
                .map(Outcome.Failed.class::cast)
                .toList();
        return !failed.isEmpty() && failed.stream().allMatch(Outcome.Failed::ofContent);
    }

    /** Whether an object failed since the API server refuses the write. */
    public boolean isForbidden() {
        return outcomes.stream()
                .anyMatch(outcome ->
                        outcome instanceof Outcome.Failed failed && failed.refusal() != Outcome.Rejection.NONE);
    }

    /** The state of each object in one word, in the order in which they were applied. @param desired the objects, in that order */
    public Map<ObjectKey, String> states(List<KubernetesObject> desired) {
        Map<ObjectKey, String> states = new LinkedHashMap<>();
        for (int i = 0; i < outcomes.size(); i++) {
            states.put(ObjectKey.of(desired.get(i)), outcomes.get(i).word());
        }
        return states;
    }

    /** The newest known state of each object that is as desired, or whose next write is not due yet. */
    public List<KubernetesObject> live() {
        return outcomes.stream().flatMap(outcome -> outcome.newest().stream()).toList();
    }
}
