// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import java.util.Set;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A boolean in the format of Go (strconv.ParseBool), for flags of previous Go programs. */
final class GoBoolean implements ITypeConverter<Boolean> {
    private static final Set<String> TRUE = Set.of("1", "t", "T", "true", "TRUE", "True");
    private static final Set<String> FALSE = Set.of("0", "f", "F", "false", "FALSE", "False");

    @Override
    public Boolean convert(String value) {
        if (TRUE.contains(value)) {
            return true;
        }
        if (FALSE.contains(value)) {
            return false;
        }
        throw new TypeConversionException("'" + value + "' is not a boolean; write true or false");
    }
}
