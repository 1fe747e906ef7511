// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.monitoring;

import java.util.List;
import java.util.regex.Pattern;

/** Commands that print a Secret as a whole, or a private key. */
final class SecretOutput {
    private static final String SECRET = "\\bget\\s+(?:\\S+,)?secrets?\\b|\\bget\\s+secrets?/";
    private static final Pattern SECRET_READ = Pattern.compile(SECRET);
    private static final Pattern WHOLE = Pattern.compile(
            "(?:-o|--output)[ =]?(?:yaml|json)(?!path)|\\{\\.data\\}|\\{\\}|go-template=\\S*range|jsonpath='?\\{\\.\\}");
    private static final Pattern KEY = Pattern.compile(
            "\\bextract\\b.*\\bsecrets?/|tls\\\\?\\.key['}]|openssl (?:rsa|ec|pkey)\\b(?!.*-pubout)|cat \\S*\\.key\\b");

    private SecretOutput() {}

    /** Such commands in a guide. Lines that end with a backslash continue in the next one. */
    static List<String> in(String text) {
        return text.replaceAll("\\\\\\n\\s*", "")
                .lines()
                .filter(line ->
                        SECRET_READ.matcher(line).find() && WHOLE.matcher(line).find()
                                || KEY.matcher(line).find())
                .toList();
    }
}
