// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.tree;

import java.util.Optional;

/** The input is not a well-formed document, or is too large. The message is one line and names the reason, not the file. */
public final class SyntaxException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String reason;
    private final transient Position position;
    private final boolean limit;

    /**
     * @param reason what is wrong, without the place
     * @param position the place, or null where the parser does not know it
     */
    public SyntaxException(String reason, Position position) {
        this(reason, position, false);
    }

    private SyntaxException(String reason, Position position, boolean limit) {
        super(position == null ? reason : position + ": " + reason);
        this.reason = reason;
        this.position = position;
        this.limit = limit;
    }

    /**
     * Input that may be well-formed, but is larger or deeper than the limit.
     *
     * @param reason what is too large, and the remedy, without a quotation
     * @param position where that became known, or null
     */
    static SyntaxException ofLimit(String reason, Position position) {
        return new SyntaxException(reason, position, true);
    }

    /** True if the input is too large or too deep. Then the reason has no quotation, and names the remedy. */
    public boolean isLimit() {
        return limit;
    }

    /** The reason, without the position. It may quote the input. */
    public String reason() {
        return reason;
    }

    /** The reason, with its own remedy or else with this one: an imperative clause. */
    public String reasonWithRemedy(String remedy) {
        return reason.contains("; ") ? reason : reason + "; " + remedy;
    }

    /** The place of the fault, where it is known. */
    public Optional<Position> position() {
        return Optional.ofNullable(position);
    }
}
