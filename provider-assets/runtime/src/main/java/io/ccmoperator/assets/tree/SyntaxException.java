/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.assets.tree;

import java.util.Optional;

/** A text is no well-formed document. The message is one line and names the reason, not the file. */
public final class SyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String reason;
    private final transient Position position;

    /**
     * @param reason what is wrong, without the place
     * @param position the place, or null where the parser does not know it
     */
    public SyntaxException(String reason, Position position) {
        super(position == null ? reason : position + ": " + reason);
        this.reason = reason;
        this.position = position;
    }

    /** What is wrong, without the place. It may quote the text. */
    public String reason() {
        return reason;
    }

    /** The place of the fault, where it is known. */
    public Optional<Position> position() {
        return Optional.ofNullable(position);
    }
}
