// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.ini;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/** Booleans as gcfg, which the cloud providers use, reads them: in any letter case. */
public final class GcfgBoolean {
    private static final Set<String> TRUE = Set.of("true", "yes", "on", "1");
    private static final Set<String> FALSE = Set.of("false", "no", "off", "0");

    private GcfgBoolean() {}

    /** The boolean value of a string; empty for a string that is not a boolean. */
    public static Optional<Boolean> parse(String text) {
        String lowerCase = text.toLowerCase(Locale.ROOT);
        if (TRUE.contains(lowerCase)) {
            return Optional.of(true);
        }
        return FALSE.contains(lowerCase) ? Optional.of(false) : Optional.empty();
    }
}
