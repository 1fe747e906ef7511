// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.validation;

import io.ccmoperator.assets.tree.FieldReader;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * The formats of names in Kubernetes. Each is a function of a field, and its result says why the field's value does not have the
 * format. Source of contract: "Object Names and IDs" and "Labels and Selectors" of Kubernetes' documentation.
 */
final class NameFormats {
    private static final int LABEL_LENGTH = 63;
    private static final int SUBDOMAIN_LENGTH = 253;
    private static final int PORT_LENGTH = 15;

    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern SERVICE = Pattern.compile("[a-z]([-a-z0-9]*[a-z0-9])?");
    private static final Pattern SUBDOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
    private static final Pattern QUALIFIED = Pattern.compile("([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]");
    private static final Pattern VARIABLE = Pattern.compile("[-._a-zA-Z][-._a-zA-Z0-9]*");
    private static final Pattern KEY = Pattern.compile("[-._a-zA-Z0-9]+");
    private static final Pattern SYSCTL =
            Pattern.compile("([a-z0-9]([-_a-z0-9]*[a-z0-9])?[./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?");
    private static final Pattern SEARCH_DOMAIN =
            Pattern.compile("\\.|[_a-z0-9]([-_a-z0-9]*[_a-z0-9])?(\\.[_a-z0-9]([-_a-z0-9]*[_a-z0-9])?)*\\.?");
    private static final Pattern PORT = Pattern.compile("[a-z0-9]+(-[a-z0-9]+)*");

    private NameFormats() {}

    /** RFC 1123 label: names of containers and volumes. */
    static Optional<String> label(FieldReader field) {
        return name(
                field, LABEL, LABEL_LENGTH, "lower-case letters, digits and '-', with a letter or digit at both ends");
    }

    /** RFC 1035 label: names of Services. */
    static Optional<String> service(FieldReader field) {
        return name(
                field,
                SERVICE,
                LABEL_LENGTH,
                "lower-case letters, digits and '-', with a letter at the start and a letter or digit at the end");
    }

    /** RFC 1123 subdomain: names of most objects. */
    static Optional<String> subdomain(FieldReader field) {
        return name(
                field,
                SUBDOMAIN,
                SUBDOMAIN_LENGTH,
                "lower-case letters, digits, '-' and '.', with a letter or digit at both ends and beside each '.'");
    }

    /** A name that is one segment of a path: names of roles and their bindings. */
    static Optional<String> segment(FieldReader field) {
        String name = field.string();
        return name.equals(".") || name.equals("..") || name.contains("/") || name.contains("%")
                ? Optional.of("'" + name + "' is not a valid name; it must not contain '/' or '%'")
                : Optional.empty();
    }

    /** The name of a port: IANA service name. */
    static Optional<String> port(FieldReader field) {
        String letters = "lower-case letters, digits and single '-', with a letter among them";
        return name(field, PORT, PORT_LENGTH, letters)
                .or(() -> field.string().chars().noneMatch(Character::isLetter)
                        ? Optional.of(invalid(field.string(), PORT_LENGTH, letters))
                        : Optional.empty());
    }

    /** A domain that a resolver appends to names; {@code .} for none. */
    static Optional<String> searchDomain(FieldReader field) {
        return name(
                field, SEARCH_DOMAIN, SUBDOMAIN_LENGTH, "lower-case letters, digits, '-', '_' and '.' of a DNS name");
    }

    /** The name of a kernel parameter. */
    static Optional<String> sysctl(FieldReader field) {
        return name(field, SYSCTL, SUBDOMAIN_LENGTH, "lower-case letters, digits, '-', '_', '.' and '/'");
    }

    /** The name of an environment variable. */
    static Optional<String> variable(FieldReader field) {
        return name(
                field, VARIABLE, Integer.MAX_VALUE, "letters, digits, '_', '-' and '.', with no digit at the start");
    }

    /** The key of a ConfigMap or Secret, which becomes the name of a file. */
    static Optional<String> key(FieldReader field) {
        return keyOf(field.string());
    }

    /** The same for a field that is named by such a key. */
    static Optional<String> memberKey(FieldReader field) {
        return keyOf(field.path().name());
    }

    /** A label or annotation key: {@code prefix/name} or {@code name}. */
    static Optional<String> qualified(FieldReader field) {
        return key(field.string());
    }

    /** The key and the value of a label; {@code field} is the value. */
    static Optional<String> labelEntry(FieldReader field) {
        return key(field.path().name()).or(() -> labelValue(field));
    }

    /** The key of an annotation; {@code field} is the value. */
    static Optional<String> annotationEntry(FieldReader field) {
        return key(field.path().name());
    }

    /** The value of a label; it may be empty. */
    static Optional<String> labelValue(FieldReader field) {
        return field.is("") ? Optional.empty() : part(field.string(), "label value");
    }

    /** A path inside a volume. */
    static Optional<String> relativePath(FieldReader field) {
        return field.string().startsWith("/") || hasParent(field.string())
                ? Optional.of("'" + field.string() + "' has to be a relative path without '..'")
                : Optional.empty();
    }

    /** A path on the host or in a container. */
    static Optional<String> absolutePath(FieldReader field) {
        return !field.string().startsWith("/")
                        || hasParent(field.string())
                        || field.string().contains(":")
                ? Optional.of("'" + field.string() + "' has to be an absolute path without '..' and ':'")
                : Optional.empty();
    }

    /** A format, or nothing. */
    static Function<FieldReader, Optional<String>> optional(Function<FieldReader, Optional<String>> format) {
        return field -> field.is("") ? Optional.empty() : format.apply(field);
    }

    private static String quoted(String name) {
        return "'" + (name.length() > LABEL_LENGTH + 1 ? name.substring(0, LABEL_LENGTH) + "..." : name) + "'";
    }

    private static boolean hasParent(String path) {
        return ("/" + path + "/").contains("/../");
    }

    private static Optional<String> keyOf(String key) {
        return KEY.matcher(key).matches()
                        && key.length() <= SUBDOMAIN_LENGTH
                        && !key.equals(".")
                        && !key.startsWith("..")
                ? Optional.empty()
                : Optional.of(quoted(key) + " is not a valid key; valid are letters, digits, '-', '_' and '.', at most "
                        + SUBDOMAIN_LENGTH + " characters");
    }

    /** The same for a string. */
    static Optional<String> key(String key) {
        int slash = key.indexOf('/');
        String prefix = key.substring(0, Math.max(0, slash));
        if (slash >= 0 && (!SUBDOMAIN.matcher(prefix).matches() || prefix.length() > SUBDOMAIN_LENGTH)) {
            return Optional.of("'" + prefix
                    + "' is not a valid prefix of a key; valid is a DNS name in lower case, such as" + " example.com");
        }
        return part(key.substring(slash + 1), "key");
    }

    private static Optional<String> part(String text, String what) {
        return QUALIFIED.matcher(text).matches() && text.length() <= LABEL_LENGTH
                ? Optional.empty()
                : Optional.of(quoted(text) + " is not a valid " + what
                        + "; valid are letters, digits, '-', '_' and '.', with a"
                        + " letter or digit at both ends, at most " + LABEL_LENGTH + " characters");
    }

    private static Optional<String> name(FieldReader field, Pattern format, int length, String letters) {
        String name = field.string();
        return format.matcher(name).matches() && name.length() <= length
                ? Optional.empty()
                : Optional.of(invalid(name, length, letters));
    }

    private static String invalid(String name, int length, String letters) {
        return quoted(name) + " is not a valid name; valid are " + letters
                + (length == Integer.MAX_VALUE ? "" : ", at most " + length + " characters");
    }
}
