// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.input;

import java.util.Optional;
import java.util.function.Consumer;

/**
 * What happens to fields that are not in the schema of a manifest.
 *
 * @param remedy the end of the line about such a field
 * @param warnings takes one line a field, and the field stays in the tree; empty: each is an error
 */
public record UnknownFields(String remedy, Optional<Consumer<String>> warnings) {
    /** Each unknown field is an error. */
    public static UnknownFields reject() {
        return new UnknownFields("correct its name or remove it", Optional.empty());
    }

    /**
     * Each unknown field is an error.
     *
     * @param flag the flag that turns the errors into warnings, such as {@code --ignore-unknown-fields}
     */
    public static UnknownFields reject(String flag) {
        return new UnknownFields("correct its name, remove it, or set " + flag, Optional.empty());
    }

    /** Each unknown field is a warning. */
    public static UnknownFields warn(Consumer<String> warnings) {
        return new UnknownFields("it is ignored", Optional.of(warnings));
    }
}
