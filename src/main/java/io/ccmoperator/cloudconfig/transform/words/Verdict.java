// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import io.ccmoperator.cluster.InvalidInputException;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a table says of a configuration, in lines with place, reason and remedy, without values: they may be credentials.
 *
 * @param faults errors: with one of them the configuration is not used
 * @param warnings what is off or fails, or may not be meant
 */
public record Verdict(List<String> faults, List<String> warnings) {
    /** In lines of one message, which the conditions show. */
    private static final int MAX_FAULTS = 20;

    public Verdict {
        faults = List.copyOf(faults);
        warnings = List.copyOf(warnings);
    }

    /** This verdict, then another one. */
    public Verdict and(Verdict other) {
        return new Verdict(
                Stream.concat(faults.stream(), other.faults.stream()).toList(),
                Stream.concat(warnings.stream(), other.warnings.stream()).toList());
    }

    /**
     * Refuses a configuration with errors.
     *
     * @return this verdict
     * @throws InvalidInputException with the first 20 of them, if there are any
     */
    public Verdict requireNoFaults() {
        if (!faults.isEmpty()) {
            throw new InvalidInputException(faults.subList(0, Math.min(faults.size(), MAX_FAULTS)));
        }
        return this;
    }
}
