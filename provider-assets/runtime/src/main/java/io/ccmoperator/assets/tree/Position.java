// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

/**
 * A position in a document.
 *
 * @param line counted from 1
 * @param column counted from 1, in characters
 */
public record Position(int line, int column) {
    @Override
    public String toString() {
        return "line " + line + ", column " + column;
    }
}
