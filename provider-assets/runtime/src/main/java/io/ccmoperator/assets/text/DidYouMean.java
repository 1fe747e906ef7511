// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.text;

import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Collectors;

/** Helps those who mistyped a name. */
public final class DidYouMean {
    private DidYouMean() {}

    /** The known name that is nearest, where one is near; all known names otherwise. */
    public static String hint(String name, Collection<?> known) {
        return nearest(name, known)
                .map(near -> "is " + near + " meant?")
                .orElseGet(() -> known.stream()
                        .map(Object::toString)
                        .sorted()
                        .collect(Collectors.joining(", ", "known are ", "")));
    }

    /** The known name that is nearest, where one is near. */
    public static Optional<String> nearest(String name, Collection<?> known) {
        return known.stream()
                .map(Object::toString)
                .filter(other -> distance(name, other) <= Math.max(1, name.length() / 3))
                .min(Comparator.comparingInt(other -> distance(name, other)));
    }

    /** A known name from which a name differs by a few letters at most. */
    public static Optional<String> within(int letters, String name, Collection<String> known) {
        return known.stream()
                .filter(other -> distance(name, other) <= letters)
                .min(Comparator.comparingInt(other -> distance(name, other)));
    }

    /** All known names, the nearest first. */
    public static String nearestFirst(String name, Collection<String> known) {
        return known.isEmpty()
                ? "there is none"
                : known.stream()
                        .sorted(Comparator.<String>comparingInt(other -> distance(name, other))
                                .thenComparing(Comparator.naturalOrder()))
                        .collect(Collectors.joining(", ", "known are ", ""));
    }

    /** How many letters have to be put in, taken out or replaced to make one name of the other; case does not count. */
    private static int distance(String one, String other) {
        int[] previous = new int[other.length() + 1];
        for (int j = 0; j < previous.length; j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= one.length(); i++) {
            int[] row = new int[previous.length];
            row[0] = i;
            for (int j = 1; j < row.length; j++) {
                boolean same = Character.toLowerCase(one.charAt(i - 1)) == Character.toLowerCase(other.charAt(j - 1));
                row[j] = Math.min(Math.min(row[j - 1], previous[j]) + 1, previous[j - 1] + (same ? 0 : 1));
            }
            previous = row;
        }
        return previous[other.length()];
    }
}
