// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import io.ccmoperator.assets.ReleaseTag;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * What a program reads as the value of a key, where it says nothing of one that it does not know and does not end with it either.
 *
 * @param type what its reader takes
 * @param words the values that it knows
 * @param otherwise what happens with another one; for a key of which nothing is said but that, with each value
 * @param needs keys without which the program does not read this one: of each group, one
 * @param since from which release on it reads the key, or some of the words
 */
record KeyRule(
        KeyType type, AllowedWords words, Optional<Otherwise> otherwise, List<List<Need>> needs, Optional<Since> since)
        implements Node {
    KeyRule {
        needs = needs.stream().map(List::copyOf).toList();
    }

    /** The text after the place of a value that the program does not know, without the value; empty for one that it knows. */
    Optional<String> complaint(String value) {
        return otherwise.flatMap(other -> {
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

    /** The rule of a key with other values that the program knows, so that not all is lost. */
    KeyRule asWarning() {
        return new KeyRule(type, words, otherwise.map(Otherwise::asWarning), needs, since);
    }

    boolean isError() {
        return otherwise
                .filter(other -> other.severity() == Otherwise.Severity.ERROR)
                .isPresent();
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
            WARNING
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
     * @param other whether it needs another value than that
     */
    record Need(String key, String value, boolean other) {
        /** A need as tables write it: {@code key}, {@code key=value} or {@code key!=value}. */
        static Need of(String text) {
            String[] parts = text.split("!?=", 2);
            return new Need(parts[0], parts.length == 1 ? "" : parts[1], text.contains("!="));
        }

        boolean isMet(String found) {
            return value.isEmpty() ? !found.isEmpty() : value.equals(found) != other;
        }

        /** As messages show it. */
        @Override
        public String toString() {
            return value.isEmpty() ? key : key + (other ? " other than " : " = ") + value;
        }
    }

    /**
     * The releases before which the program did not know a key.
     *
     * @param releases the first of each minor version that knows it, in ascending order; later ones do, too
     * @param words of the values the new ones, in lower case; empty where the key itself is new
     */
    record Since(List<ReleaseTag> releases, List<String> words) {
        private static final Pattern PATCH = Pattern.compile("\\.[^.]*$");

        Since {
            releases = List.copyOf(releases);
            words = List.copyOf(words);
        }

        /** The text after the place of a value that a release does not know. */
        Optional<String> complaint(String value, Optional<ReleaseTag> used) {
            boolean concerned = words.isEmpty() || words.contains(value.toLowerCase(Locale.ROOT));
            return used.filter(tag -> concerned && tag.isBefore(first(tag)))
                    .map(tag -> "the cloud controller manager reads " + (words.isEmpty() ? "it" : "this value")
                            + " since release " + first(tag) + ", and its image is " + tag
                            + "; remove it, or name a later image");
        }

        private ReleaseTag first(ReleaseTag used) {
            return releases.stream()
                    .filter(release -> minor(release).equals(minor(used)))
                    .findFirst()
                    .orElse(releases.get(releases.size() - 1));
        }

        private static String minor(ReleaseTag release) {
            return PATCH.matcher(release.text()).replaceFirst("");
        }
    }
}
