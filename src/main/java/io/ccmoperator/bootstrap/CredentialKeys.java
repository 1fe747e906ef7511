// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.bootstrap;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a cloud configuration holds credentials, recognized by the names of its keys in any form: INI, YAML or JSON. Where one is
 * suspected wrongly, the file is readable by its owner only, which harms nothing.
 */
final class CredentialKeys {
    /** A key, the sign after it and the first character of a value that is not empty. */
    private static final Pattern KEY_WITH_VALUE = Pattern.compile(
            "(?<![A-Za-z0-9_.-])([A-Za-z][A-Za-z0-9_.-]*+)[\"']?+[ \\t]*+[=:][ \\t]*+[\"']?+[^\\s\"',;#{}\\[\\]]");

    /** Such as password, aadClientSecret, application-credential-secret, iamApiKey. */
    private static final Pattern SECRET =
            Pattern.compile("(?i).*(?:password|passphrase|secret|token|private[-_]?key|api[-_]?key|access[-_]?key).*");

    /** What says where credentials are, and not what they are: secret-name, secretNamespace, aadFederatedTokenFile. */
    private static final Pattern REFERENCE =
            Pattern.compile("(?i).*(?:name|namespace|directory|dir|file|path|url|uri|id|type)");

    private CredentialKeys() {}

    /** @param config the configuration; UTF-8, of which names of keys are ASCII */
    static boolean areIn(byte[] config) {
        Matcher keys = KEY_WITH_VALUE.matcher(new String(config, StandardCharsets.ISO_8859_1));
        return keys.results()
                .map(key -> key.group(1))
                .anyMatch(key ->
                        SECRET.matcher(key).matches() && !REFERENCE.matcher(key).matches());
    }
}
