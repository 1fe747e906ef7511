// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import java.util.Optional;

/**
 * What a program reads as the value of a key.
 *
 * @param type what its reader takes
 * @param ini the name in INI where the table is that of another form; empty where the program has no such key in INI
 * @param words the values that it knows
 * @param otherwise what happens with another one; for a key of which nothing is said but that, with each value
 */
record KeyRule(KeyType type, Optional<String> ini, AllowedWords words, Optional<Otherwise> otherwise) implements Node {
    /** The text after the place of a value that the program does not know, without the value; empty for one that it knows. */
    Optional<String> complaint(String value) {
        return otherwise.filter(this::isChecked).flatMap(other -> {
            if (words.areNone()) {
                return value.isEmpty()
                        ? Optional.empty()
                        : Optional.of(
                                other.effect() + "; " + (other.remedy().isEmpty() ? "remove it" : other.remedy()));
            }
            return words.contain(value)
                    ? Optional.empty()
                    : Optional.of(words.reason() + ", so " + other.effect() + "; "
                            + (other.remedy().isEmpty() ? words.remedy() : other.remedy()));
        });
    }

    boolean isError() {
        return otherwise
                .filter(other -> other.severity() == Otherwise.Severity.ERROR)
                .isPresent();
    }

    private boolean isChecked(Otherwise other) {
        return other.severity() != Otherwise.Severity.ENDS;
    }
}
