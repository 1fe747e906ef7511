// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tag of an image that is a release, such as {@code v1.31.0}, {@code 0.32.0} or {@code v1.33.0-rc.1}.
 *
 * @param text the tag
 */
public record ReleaseTag(String text) {
    private static final Pattern FORM =
            Pattern.compile("v?([0-9]{1,9}(?:\\.[0-9]{1,9}){1,3})((?:[.-][0-9A-Za-z][0-9A-Za-z.-]*)?)");

    /** @throws IllegalArgumentException if the tag is not one of a release */
    public ReleaseTag {
        if (!FORM.matcher(text).matches()) {
            throw new IllegalArgumentException(text + " is not the tag of a release");
        }
    }

    /** The release that a tag names; empty for one that moves, such as {@code latest}. */
    public static Optional<ReleaseTag> of(String tag) {
        return FORM.matcher(tag).matches() ? Optional.of(new ReleaseTag(tag)) : Optional.empty();
    }

    /** The release that the reference of an image names; empty for one with a digest alone, or with a tag that moves. */
    public static Optional<ReleaseTag> ofImage(String image) {
        String tagged = image.replaceFirst("@.*", "");
        int tag = tagged.lastIndexOf(':');
        return tag < tagged.lastIndexOf('/') || tag < 0 ? Optional.empty() : of(tagged.substring(tag + 1));
    }

    /** Whether this release is older. A pre-release is older than its release; a number that is missing counts as 0. */
    public boolean isBefore(ReleaseTag other) {
        int order = compareNumbers(other);
        return order != 0 ? order < 0 : isBeforeBySuffix(suffix(), other.suffix());
    }

    private int compareNumbers(ReleaseTag other) {
        int[] own = numbers();
        int[] others = other.numbers();
        int length = Math.max(own.length, others.length);
        return Arrays.compare(Arrays.copyOf(own, length), Arrays.copyOf(others, length));
    }

    private static boolean isBeforeBySuffix(String own, String other) {
        return !own.isEmpty() && (other.isEmpty() || own.compareTo(other) < 0);
    }

    private int[] numbers() {
        return Arrays.stream(part(1).split("\\.")).mapToInt(Integer::parseInt).toArray();
    }

    private String suffix() {
        return part(2);
    }

    private String part(int group) {
        Matcher tag = FORM.matcher(text);
        tag.matches();
        return tag.group(group);
    }

    @Override
    public String toString() {
        return text;
    }
}
