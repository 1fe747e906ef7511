// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

/**
 * What happens with a value that the program does not know.
 *
 * @param severity how bad it is
 * @param effect one clause, which messages have after "so"
 * @param remedy one clause; empty for the one that the allowed words give
 */
record Otherwise(Severity severity, String effect, String remedy) {
    /** What a value means for the cluster. */
    enum Severity {
        /** Nodes stay uninitialized, or the program does something that is of no use. */
        ERROR,
        /** A feature is off or fails. */
        WARNING,
        /**
         * The program ends. That is documented and not checked: the program itself judges a configuration that is tried, and its own words
         * are shown.
         */
        ENDS
    }

    /** This as a warning where it is an error. */
    Otherwise asWarning() {
        return severity == Severity.ERROR ? new Otherwise(Severity.WARNING, effect, remedy) : this;
    }
}
