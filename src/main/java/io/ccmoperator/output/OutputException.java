// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.output;

import java.util.List;
import java.util.stream.Stream;

/** Results could not be written. Each line names the path as the user gave it, and the reason; the first is the cause. */
public final class OutputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> lines;

    OutputException(List<String> lines, Throwable cause) {
        super(String.join("\n", lines), cause);
        this.lines = List.copyOf(lines);
    }

    OutputException(String line) {
        this(List.of(line), null);
    }

    /** The same failure with further lines; this very exception when there are none. */
    OutputException with(List<String> further) {
        return further.isEmpty()
                ? this
                : new OutputException(
                        Stream.concat(lines.stream(), further.stream()).toList(), getCause());
    }

    /** The failure, then a line for each path that could not be restored. */
    public List<String> lines() {
        return lines;
    }
}
