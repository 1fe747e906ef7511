// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import java.util.regex.Pattern;

/** A name of a certificate, from any source, in the form of messages. */
final class CertificateName {
    private static final int MAX_LENGTH = 120;
    private static final Pattern UNPRINTABLE = Pattern.compile("[^\\p{L}\\p{M}\\p{N}\\p{P}\\p{S} ]");

    private CertificateName() {}

    /** The name on one line, of at most 120 characters, with a question mark for each that is not printable. */
    static String of(String name) {
        String start = name.substring(0, Math.min(MAX_LENGTH, name.length()));
        return UNPRINTABLE.matcher(start).replaceAll("?");
    }
}
