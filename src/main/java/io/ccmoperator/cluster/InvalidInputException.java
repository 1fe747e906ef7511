/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cluster;

import java.util.List;

/** Input that only a change can mend. Each line names the file or object, the place in it, the reason and the remedy. */
public class InvalidInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final List<String> lines;

    /** @param line the one cause */
    public InvalidInputException(String line) {
        this(List.of(line));
    }

    /** @param lines one for each cause, at least one */
    public InvalidInputException(List<String> lines) {
        super(String.join("\n", lines));
        this.lines = List.copyOf(lines);
    }

    /** One line for each cause. */
    public List<String> lines() {
        return lines;
    }
}
