// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

/**
 * A breach of a rule.
 *
 * @param place file and, as far as they are known, document, object, path and position
 * @param reason what is wrong and what would be right, in one line
 */
public record Finding(String place, String reason) {
    /** Place and reason on one line. */
    @Override
    public String toString() {
        return (place + ": " + reason).replaceAll("\\R", " ");
    }
}
