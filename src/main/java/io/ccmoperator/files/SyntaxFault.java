/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import io.ccmoperator.assets.tree.SyntaxException;

/** An error's line about a text that is no well-formed document. */
final class SyntaxFault {
    private static final String WITHHELD =
            "is not well-formed here (why is not shown, since that could show a credential);"
                    + " check quotes, indentation and keys that stand twice";

    private SyntaxFault() {}

    /**
     * The line.
     *
     * @param source the file, and where the text is in it
     * @param confidential true when the parser's own reason must not be shown: it may quote what it
     *     stumbled over. That of a text that is too large is shown in any case
     */
    static String line(String source, SyntaxException fault, boolean confidential) {
        String place = fault.position().map(position -> ", " + position).orElse("");
        return source + place + ": " + (confidential && !fault.isLimit() ? WITHHELD : fault.reason());
    }
}
