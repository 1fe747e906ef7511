// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

/**
 * A number as a JSON text writes it. A value of Java would lose the sign of {@code -0} and the form of {@code 1E5}.
 *
 * @param text the literal, valid in JSON
 */
public record JsonNumber(String text) {
    @Override
    public String toString() {
        return text;
    }
}
