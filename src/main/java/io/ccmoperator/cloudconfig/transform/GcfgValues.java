/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.cloudconfig.ini.GcfgBoolean;
import io.ccmoperator.cloudconfig.ini.IniEntry;
import io.ccmoperator.cloudconfig.ini.IniSection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The values that gcfg accepts for a type. */
final class GcfgValues {
    /** Decimal or, after {@code 0x}, hexadecimal; no more digits than 32 bits can have. */
    private static final Pattern INTEGER = Pattern.compile("([+-]?)0*([0-9]{1,10})|(-?)0x0*([0-9a-fA-F]{1,8})");

    private GcfgValues() {}

    /** Whether an entry is a boolean; one without a value is true. */
    static boolean isBoolean(IniEntry entry) {
        return entry.value().isEmpty() || GcfgBoolean.parse(entry.text()).isPresent();
    }

    /** Whether an entry is an integer of 32 bits. */
    static boolean isInt32(IniEntry entry) {
        Matcher matcher = INTEGER.matcher(entry.text().strip());
        if (!matcher.matches()) {
            return false;
        }
        long value = matcher.group(2) == null
                ? Long.parseLong(matcher.group(3) + matcher.group(4), 16)
                : Long.parseLong(matcher.group(1) + matcher.group(2));
        return Integer.MIN_VALUE <= value && value <= Integer.MAX_VALUE;
    }

    /** An error's line about the entry of a key of type string that has no value, not even an empty one; else nothing. */
    static Optional<String> stringFault(IniSection section, IniEntry entry) {
        return entry.value().isPresent()
                ? Optional.empty()
                : Optional.of("line " + entry.line() + ": " + section.display(entry.key())
                        + ": the key has no value; write " + entry.key() + " = value, or remove the line");
    }
}
