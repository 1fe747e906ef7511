// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import java.util.Comparator;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A minor version of Kubernetes, such as 1.36. */
public record KubernetesMinor(int major, int minor) implements Comparable<KubernetesMinor> {
    /** Builds of distributions add a sign, such as {@code 36+}, and pre-releases are of the version that they precede. */
    private static final Pattern FORM = Pattern.compile("v?([0-9]{1,4})\\.([0-9]{1,4})(?:[.+-].*)?");

    private static final Comparator<KubernetesMinor> ORDER =
            Comparator.comparingInt(KubernetesMinor::major).thenComparingInt(KubernetesMinor::minor);

    /**
     * Reads a version.
     *
     * @param text such as {@code 1.36}, {@code 1.36+} or {@code v1.36.2-rc.1+k3s1}
     * @return empty where that is no version
     */
    public static Optional<KubernetesMinor> of(String text) {
        Matcher version = FORM.matcher(text);
        return version.matches()
                ? Optional.of(
                        new KubernetesMinor(Integer.parseInt(version.group(1)), Integer.parseInt(version.group(2))))
                : Optional.empty();
    }

    @Override
    public int compareTo(KubernetesMinor other) {
        return ORDER.compare(this, other);
    }

    /** Such as {@code 1.36}. */
    @Override
    public String toString() {
        return major + "." + minor;
    }
}
