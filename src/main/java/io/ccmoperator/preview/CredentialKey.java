// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.preview;

import java.util.Locale;
import java.util.regex.Pattern;

/** Keys of configurations of clouds whose values are credentials, by the words in them. */
final class CredentialKey {
    /** A key before {@code =} or {@code :}, in quotes or not. */
    static final Pattern IN_LINE = Pattern.compile("[\"']?([\\w.-]+)[\"']?\\s*[=:]");

    private static final Pattern WORDS =
            Pattern.compile("password|passwd|passphrase|secret|token|credential|privatekey|accesskey|apikey");

    /** Where a credential is, or what it is called. */
    private static final Pattern REFERENCE = Pattern.compile(".*(?:name|namespace|directory|folder|file|path|url)");

    private CredentialKey() {}

    /** Whether the value of a key is a credential. */
    static boolean is(String key) {
        String plain = key.toLowerCase(Locale.ROOT).replaceAll("[-_.]", "");
        return WORDS.matcher(plain).find() && !REFERENCE.matcher(plain).matches();
    }
}
