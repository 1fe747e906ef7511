// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Invalid input of a user. Each cause is one line that names the file or object, the place in it, the reason
 * and the remedy: {@code infra.yaml, line 3, column 5: the reason; the remedy}. The message is the lines, joined with
 * newlines.
 */
public final class InvalidInputException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient List<String> lines;

    /** One cause. Control characters in it are shown as escapes, so that it stays one line. */
    public InvalidInputException(String line) {
        this(List.of(line));
    }

    /**
     * Several causes, in the order in which they are to be shown. Control characters in them are shown as escapes.
     *
     * @throws IllegalArgumentException if there is none
     */
    public InvalidInputException(List<String> lines) {
        super(lines.stream().map(InvalidInputException::oneLine).collect(Collectors.joining("\n")));
        if (lines.isEmpty()) {
            throw new IllegalArgumentException("an invalid input needs a cause");
        }
        this.lines = lines.stream().map(InvalidInputException::oneLine).toList();
    }

    /** The causes, one line each, at least one. */
    public List<String> lines() {
        return lines;
    }

    /**
     * The same causes, each after the place that they have in common.
     *
     * @param place the file or object, with what separates it from the cause: {@code infra.yaml: }
     */
    public InvalidInputException at(String place) {
        return new InvalidInputException(
                lines.stream().map(line -> place + line).toList());
    }

    /** Names and keys come from the user and may hold anything. */
    private static String oneLine(String text) {
        StringBuilder line = new StringBuilder(text.length());
        text.codePoints().forEach(c -> {
            if (Character.isISOControl(c) || c == '\u2028' || c == '\u2029') {
                line.append("\\u%04x".formatted(c));
            } else {
                line.appendCodePoint(c);
            }
        });
        return line.toString();
    }
}
