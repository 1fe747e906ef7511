// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.findings;

/**
 * A breach of a rule.
 *
 * @param rule the id of the rule
 * @param place file and, as far as they are known, document, object, path and position
 * @param object the object as in the place, such as {@code Deployment namespace/name}; the name of the file for anything else
 * @param reason what is wrong and what would be right, in one line
 */
public record Finding(String rule, String place, String object, String reason) {
    /** Place, reason and rule on one line. */
    @Override
    public String toString() {
        return (place + ": " + reason).replaceAll("\\R", " ") + " [" + rule + "]";
    }
}
