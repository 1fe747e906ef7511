// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import java.util.Locale;

/** The formats of a command's result: text for people, JSON and YAML for programs. */
enum Format {
    TEXT,
    JSON,
    YAML;

    /** As completion proposes it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
