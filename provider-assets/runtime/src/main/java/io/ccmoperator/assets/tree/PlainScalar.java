// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

/**
 * A YAML scalar without quotes that some reader takes for more than text: {@code 007}, {@code 1e3}, {@code yes}. What it is
 * depends on the type that its reader expects, so it is kept as it is written. Only {@link YamlReader#readAsWritten} gives it,
 * and only {@link YamlWriter} takes it.
 *
 * @param text as it is written
 */
public record PlainScalar(String text) {
    @Override
    public String toString() {
        return text;
    }
}
