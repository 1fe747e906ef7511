// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.text;

import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What is a credential, for all that the program shows or logs. A value is one by the words of its key, in any form: INI, YAML, JSON, flag
 * or environment variable; so are the user information of a URL, a bearer token, a JSON Web Token and a private key. Where one is suspected
 * wrongly, its value is not shown, which harms nothing; so names of keys that no program has yet are judged like those of today.
 *
 * <p>Masking twice is masking once, and takes time in proportion to the length of the string.
 */
public final class Credentials {
    /** What is shown in place of a credential. */
    public static final String MASK = "<masked>";

    /** Such as password, aadClientSecret, application-credential-secret, iamApiKey. */
    private static final Pattern WORDS = Pattern.compile(
            "password|passwd|pwd|passphrase|passcode|secret|token|credential|connectionstring"
                    + "|authorization$|^sig$|signature$|(?:private|access|api|encryption|shared|account|signing|client|auth|ssh|storage|master)keys?");

    /** Words that are a credential in a configuration, and anything in prose: KMSEncryptionKey, client-key-data, db-pass. */
    private static final Pattern WORD_OF_CONFIGURATION =
            Pattern.compile(".*keys?\\d*|(?:.* )?(?:key|keys|pass|pw|jwt|sas|sig|signature|otp)\\d*(?: .*)?");

    /** What says where a credential is, what it is called or how it is used: secret-name, aadFederatedTokenFile, access-key-id. */
    private static final Pattern REFERENCE = Pattern.compile(
            "(?:names?|namespace|directory|dir|folder|files?|paths?|url|uri|endpoint|ids?|type|kind|ref|reference|version|algorithm|format"
                    + "|ttl|timeout|expiry|expiration|seconds|minutes|hours|duration|interval|size|length|count|limit|enabled|mode"
                    + "|publickeys?)$");

    private static final Pattern BOUNDARY =
            Pattern.compile("(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|[^A-Za-z0-9]+");

    /** Values that are nothing, a switch, a variable that something else replaces, masked, or the path of a file. */
    private static final String HARMLESS =
            "(?i:\"\"|''|true|false|null|nil|<nil>|none|~|\\$\\(\\w+\\)|\\$\\{\\w+}|\\{}|\\[]|<masked(?: \\d+)?>"
                    + "|(?-i:(?:/[a-z][a-z0-9._-]{0,60}){2,9}))";

    private static final Pattern HARMLESS_VALUE = Pattern.compile(HARMLESS + "?\\s*");
    private static final Pattern HARMLESS_REST = Pattern.compile("\\s*|" + HARMLESS + "\\s*(?:[,;})\\]#].*)?");

    /** In base64url a JSON object begins with eyJ. */
    private static final Pattern TOKEN = Pattern.compile(
            "\\beyJ[\\w-]{8,}+\\.[\\w-]++\\.[\\w-]*+|(?<=\\bbearer\\s{1,9})(?=[^\\s]{0,99}\\d|[\\w.~+/=-]{20})[\\w.~+/=-]{4,}+",
            Pattern.CASE_INSENSITIVE);

    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN [A-Z ]{0,40}PRIVATE KEY-----(?s:.*?(?:-----END [A-Z ]{0,40}-----|\\z))");

    /** A proxy may have no scheme. Names of users, such as {@code oidc:a@example.com}, have no port after them. */
    private static final Pattern USER_WITHOUT_SCHEME = Pattern.compile(
            "(?<![\\w.%/+-])[\\w.%+-]{1,99}+:(?!//)[^\\s@/\"<]{1,256}@(?=[\\w.-]{1,253}+:\\d{1,5}(?!\\w))");

    /** A key and its value on one line, or the value alone on the next line; and a flag before its value. */
    private static final List<Pattern> WITH_VALUE = List.of(
            Pattern.compile(
                    "(?<![\\w.]|\\w-)([A-Za-z_][\\w.-]*+)([\"'\\\\]{0,2}+[ \\t]{0,9}+(?:[=:][ \\t]{0,9}+"
                            + "|(?:[=:][ \\t]{0,9}+)?\\R[ \\t]{0,9}+(?=[^\\s=:\"'<]++=*+[ \\t]{0,9}+(?:\\R|\\z))))(?=[^\\s=:])"),
            Pattern.compile("(?<=--)([A-Za-z][\\w.-]*+)([ \\t]{1,9}+)(?=[^\\s=:-])"));

    private Credentials() {}

    /** Whether the value of a key that a user chose or that a program's configuration has is a credential. */
    public static boolean isKey(String key) {
        String words = BOUNDARY.matcher(key).replaceAll(" ").strip().toLowerCase(Locale.ROOT);
        String plain = words.replace(" ", "");
        return (WORDS.matcher(plain).find()
                        || WORD_OF_CONFIGURATION.matcher(words).matches())
                && !REFERENCE.matcher(plain).find();
    }

    /** The same where {@code key} and its like name something else: in prose, and of a field of the Kubernetes API. */
    public static boolean isField(String key) {
        String plain = key.replaceAll("[^A-Za-z0-9]+", "").toLowerCase(Locale.ROOT);
        return WORDS.matcher(plain).find() && !REFERENCE.matcher(plain).find();
    }

    /** Whether a value is none, whatever its key: empty, a switch, the path of a file, or a variable that something else replaces. */
    public static boolean isHarmless(String value) {
        return HARMLESS_VALUE.matcher(value).matches();
    }

    /** Whether the rest of a line begins with such a value. */
    static boolean isHarmlessRest(String line) {
        return HARMLESS_REST.matcher(line).matches();
    }

    /** Whether a configuration in INI, YAML or JSON has a credential. */
    public static boolean areIn(String configuration) {
        boolean[] found = {false};
        maskedConfiguration(configuration, credential -> {
            found[0] = true;
            return MASK;
        });
        return found[0];
    }

    /**
     * Masks credentials of a configuration in INI, YAML, JSON or PEM, valid or not. What may belong to a credential is masked with it: the
     * rest of its line, deeper lines after it, lines up to the end of a quoted string.
     *
     * @param mask what is shown for a credential
     */
    public static String maskedConfiguration(String configuration, UnaryOperator<String> mask) {
        return new CredentialLines(configuration, mask).masked();
    }

    /** Masks credentials in prose, such as a message or a line of a log, so that the rest can be read. */
    public static String masked(String text) {
        return masked(text, credential -> MASK);
    }

    /** @param mask what is shown for a credential */
    public static String masked(String text, UnaryOperator<String> mask) {
        String result = maskedWithoutKey(text, mask);
        for (Pattern pattern : WITH_VALUE) {
            result = maskedValues(pattern.matcher(result), result, mask);
        }
        return result;
    }

    /** Those that are known without a key. */
    static String maskedWithoutKey(String text, UnaryOperator<String> mask) {
        String result = text;
        if (result.contains("PRIVATE KEY-----")) {
            result = replaced(PRIVATE_KEY, result, mask);
        }
        if (result.indexOf('@') >= 0) {
            result = UserInformation.masked(result, mask);
            result = USER_WITHOUT_SCHEME.matcher(result).replaceAll(user -> {
                String found = user.group();
                return quoted(mask.apply(found.substring(0, found.length() - 1)) + "@");
            });
        }
        return replaced(TOKEN, result, mask);
    }

    private static String replaced(Pattern pattern, String text, UnaryOperator<String> mask) {
        return pattern.matcher(text).replaceAll(found -> quoted(mask.apply(found.group())));
    }

    private static String quoted(String replacement) {
        return Matcher.quoteReplacement(replacement);
    }

    private static String maskedValues(Matcher key, String text, UnaryOperator<String> mask) {
        StringBuilder result = new StringBuilder();
        int end = 0;
        int from = 0;
        while (from <= text.length() && key.find(from)) {
            from = key.end();
            if (isField(key.group(1))) {
                ProseValue value = ProseValue.at(text, key);
                if (value.isCredential()) {
                    result.append(text, end, value.start()).append(mask.apply(value.of(text)));
                    end = value.end();
                    from = end;
                }
            }
        }
        return result.append(text, end, text.length()).toString();
    }
}
