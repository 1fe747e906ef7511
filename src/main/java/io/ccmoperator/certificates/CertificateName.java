/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.certificates;

import java.util.regex.Pattern;

/** What a message shows of a name in a bundle, which may be of any origin. */
final class CertificateName {
    private static final int MAX_LENGTH = 120;
    private static final Pattern UNPRINTABLE = Pattern.compile("[^\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ]");

    private CertificateName() {}

    /** The name on one line, of at most 120 characters, with a question mark for each that is no printable one. */
    static String of(String name) {
        String start = name.substring(0, Math.min(MAX_LENGTH, name.length()));
        return UNPRINTABLE.matcher(start).replaceAll("?");
    }
}
