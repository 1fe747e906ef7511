/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.files;

import java.util.Objects;
import java.util.function.Consumer;

/** What becomes of fields that the schema of a manifest does not know: an error each, or a warning each. */
public sealed interface UnknownFields {
    /**
     * Each unknown field is an error.
     *
     * @param remedy what the user may do, beside removing the field: the end of the error's line
     */
    record Refused(String remedy) implements UnknownFields {
        public Refused {
            Objects.requireNonNull(remedy);
        }
    }

    /**
     * Each unknown field is a warning; the field stays in the tree.
     *
     * @param warnings takes one line a field, in the form of an error's line
     */
    record Warned(Consumer<String> warnings) implements UnknownFields {
        public Warned {
            Objects.requireNonNull(warnings);
        }
    }

    /** Each unknown field is an error that asks to correct or remove it. */
    static UnknownFields refuse() {
        return new Refused("correct its name or remove it");
    }

    /**
     * Each unknown field is an error that asks to correct or remove it, or to set a flag.
     *
     * @param flag the flag that turns the errors into warnings, such as {@code --ignore-unknown-fields}
     */
    static UnknownFields refuse(String flag) {
        return new Refused("correct its name, remove it, or set " + flag);
    }

    /** Each unknown field is a warning, handed to {@code warnings} as one line. */
    static UnknownFields warn(Consumer<String> warnings) {
        return new Warned(warnings);
    }
}
