// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.validation;

import io.ccmoperator.assets.findings.Finding;
import java.util.List;
import java.util.stream.Collectors;

/** Stops the build: providers break rules. The message lists all findings, one a line. */
public final class InvalidProvidersException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<Finding> findings;

    /** @param findings at least one */
    public InvalidProvidersException(List<Finding> findings) {
        // The stack trace of the build does not help the author of a provider.
        super(message(findings), null, false, false);
        this.findings = List.copyOf(findings);
    }

    /** The findings, at least one, in the order of the message. */
    public List<Finding> findings() {
        return findings;
    }

    private static String message(List<Finding> findings) {
        return findings.stream()
                .map(finding -> "\n  " + finding)
                .collect(Collectors.joining("", "The provider assets have " + count(findings.size()) + ":", ""));
    }

    private static String count(int findings) {
        return findings == 1 ? "1 fault" : findings + " faults";
    }
}
