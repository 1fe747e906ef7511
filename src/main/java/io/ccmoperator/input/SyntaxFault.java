// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import io.ccmoperator.assets.tree.SyntaxException;

/** The line of an error about a document that is not well-formed. */
final class SyntaxFault {
    private static final String WITHHELD =
            "is not well-formed here (the reason is not shown, since it could contain a credential);"
                    + " check quotes, indentation and duplicate keys";

    private SyntaxFault() {}

    /**
     * The line.
     *
     * @param source the file, and the field of the document in it
     * @param confidential true when the reason of the parser must not be shown, since it may quote the document;
     *     that of an exceeded limit is always shown
     */
    static String line(String source, SyntaxException fault, boolean confidential) {
        String place = fault.position().map(position -> ", " + position).orElse("");
        return source + place + ": "
                + (confidential && !fault.isLimit() ? WITHHELD : fault.reasonWithRemedy("correct the file there"));
    }
}
