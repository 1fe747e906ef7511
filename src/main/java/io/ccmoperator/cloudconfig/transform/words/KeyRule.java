// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * What a program reads as the value of a key.
 *
 * @param type what its reader takes
 * @param words the values that it knows
 * @param otherwise what happens with another one; for a key of which nothing is said but that, with each value
 * @param absent the value that counts where the key is not there; empty for none
 * @param companions what other keys have to be beside certain values of this one
 * @param needs keys without which the program does not read this one: of each group, one
 */
record KeyRule(
        Type type,
        AllowedWords words,
        Optional<Otherwise> otherwise,
        String absent,
        List<Companion> companions,
        List<List<Need>> needs)
        implements Node {
    KeyRule {
        companions = List.copyOf(companions);
        needs = needs.stream().map(List::copyOf).toList();
    }

    /**
     * What another key of the same section has to be.
     *
     * @param word the value of the key of the rule with which it has to be that
     * @param key the other key
     * @param rule what the program knows as its value then
     */
    record Companion(String word, String key, KeyRule rule) {}

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

    /**
     * The text after the place of a value that the program does not read, for lack of another key.
     *
     * @param others the values of the keys beside it, empty for one that is not set
     */
    Optional<String> unread(Function<String, String> others) {
        List<String> unmet = needs.stream()
                .filter(group -> group.stream().noneMatch(need -> need.isMet(others.apply(need.key()))))
                .map(group -> group.stream().map(Need::toString).collect(Collectors.joining(" or ")))
                .toList();
        return unmet.isEmpty()
                ? Optional.empty()
                : Optional.of("it is not read without " + String.join(", and without ", unmet) + "; write "
                        + (unmet.size() > 1 ? "them" : "that") + ", or remove it");
    }

    /** The text about a key that has to be there. */
    String missing(String key) {
        Otherwise other = otherwise.orElseThrow();
        return key + " is missing, so " + other.effect() + "; "
                + (other.remedy().isEmpty() ? "write it" : other.remedy());
    }

    /** The rule of a key with other values that the program knows, so that not all is lost. */
    KeyRule asWarning() {
        return new KeyRule(type, words, otherwise.map(Otherwise::asWarning), absent, companions, needs);
    }

    boolean isError() {
        return otherwise
                .filter(other -> other.severity() == Otherwise.Severity.ERROR)
                .isPresent();
    }

    private boolean isChecked(Otherwise other) {
        return other.severity() != Otherwise.Severity.ENDS;
    }

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

    /**
     * A key of the same section without which a program does not read another one.
     *
     * @param key its name
     * @param value the value that it needs; empty where any but the empty one will do
     */
    record Need(String key, String value) {
        /** A need as tables write it: {@code key} or {@code key=value}. */
        static Need of(String text) {
            int equals = text.indexOf('=');
            return equals < 0 ? new Need(text, "") : new Need(text.substring(0, equals), text.substring(equals + 1));
        }

        boolean isMet(String found) {
            return value.isEmpty() ? !found.isEmpty() : value.equals(found);
        }

        /** As messages show it. */
        @Override
        public String toString() {
            return value.isEmpty() ? key : key + " = " + value;
        }
    }

    /** What a reader takes as the value of a key, in one form of configurations. */
    interface Type {
        /**
         * The error about a value that the reader refuses.
         *
         * @param key as messages name it
         * @param value in INI a string, or null for a key alone on its line; otherwise a tree, or null where it is null there
         * @return the reason and the remedy, without the value, which may be a credential; empty if the value is of this type
         */
        Optional<String> fault(String key, Object value);
    }
}
