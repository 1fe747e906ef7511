// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Keys of configurations of clouds whose values are credentials, by the words in them and in any form: INI, YAML or JSON. Where one is
 * suspected wrongly, its value is not shown, or its file is readable by its owner only, which harms nothing.
 */
public final class CredentialKeys {
    /** Such as password, aadClientSecret, application-credential-secret, iamApiKey. */
    private static final Pattern WORDS =
            Pattern.compile("password|passwd|passphrase|secret|token|credential|privatekey|accesskey|apikey");

    /** What says where a credential is, or what it is called: secret-name, aadFederatedTokenFile, access-key-id. */
    private static final Pattern REFERENCE =
            Pattern.compile("(?:name|namespace|directory|dir|folder|file|path|url|uri|id|type)$");

    /** A key, the sign after it and the first character of a value that is not empty. */
    private static final Pattern KEY_WITH_VALUE = Pattern.compile(
            "(?<![A-Za-z0-9_.-])([A-Za-z][A-Za-z0-9_.-]*+)[\"']?+[ \\t]*+[=:][ \\t]*+[\"']?+[^\\s\"',;#{}\\[\\]]");

    private CredentialKeys() {}

    /** Whether the value of a key is a credential. */
    public static boolean include(String key) {
        String plain = key.toLowerCase(Locale.ROOT).replaceAll("[-_.]", "");
        return WORDS.matcher(plain).find() && !REFERENCE.matcher(plain).find();
    }

    /**
     * Whether a configuration has a credential.
     *
     * @param config UTF-8, of which names of keys are ASCII
     */
    public static boolean areIn(byte[] config) {
        return KEY_WITH_VALUE
                .matcher(new String(config, StandardCharsets.ISO_8859_1))
                .results()
                .anyMatch(key -> include(key.group(1)));
    }
}
