// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import java.util.Optional;

/**
 * A position in a document.
 *
 * @param line counted from 1
 * @param column counted from 1, in characters
 */
public record Position(int line, int column) {
    /** A reason after its position, where that is known: {@code line 3, column 5: the reason}. */
    public static String before(Optional<Position> position, String reason) {
        return position.map(known -> known + ": ").orElse("") + reason;
    }

    @Override
    public String toString() {
        return "line " + line + ", column " + column;
    }
}
