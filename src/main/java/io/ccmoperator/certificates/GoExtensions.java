// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.certificates;

import static io.ccmoperator.certificates.DerValue.BIT_STRING;
import static io.ccmoperator.certificates.DerValue.BOOLEAN;
import static io.ccmoperator.certificates.DerValue.CONTEXT;
import static io.ccmoperator.certificates.DerValue.CONTEXT_CONSTRUCTED;
import static io.ccmoperator.certificates.DerValue.INTEGER;
import static io.ccmoperator.certificates.DerValue.OCTET_STRING;
import static io.ccmoperator.certificates.DerValue.SEQUENCE;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Extensions of a certificate as Go reads them. It rejects the certificate for one of these that is not well-formed, where Java keeps an
 * extension that is not critical without a look.
 */
final class GoExtensions {
    private static final String SUBJECT_KEY = "551d0e";
    private static final String KEY_USAGE = "551d0f";
    private static final String ALTERNATIVE_NAMES = "551d11";
    private static final String BASIC_CONSTRAINTS = "551d13";
    private static final String NAME_CONSTRAINTS = "551d1e";
    private static final String AUTHORITY_KEY = "551d23";
    private static final String AUTHORITY_ACCESS = "2b06010505070101";

    /** The first byte of the value of each, by its object identifier in DER. */
    private static final Map<String, Integer> TAGS = Map.ofEntries(
            Map.entry(SUBJECT_KEY, OCTET_STRING),
            Map.entry(KEY_USAGE, BIT_STRING),
            Map.entry(ALTERNATIVE_NAMES, SEQUENCE),
            Map.entry(BASIC_CONSTRAINTS, SEQUENCE),
            Map.entry(NAME_CONSTRAINTS, SEQUENCE),
            Map.entry("551d1f", SEQUENCE),
            Map.entry("551d20", SEQUENCE),
            Map.entry("551d21", SEQUENCE),
            Map.entry(AUTHORITY_KEY, SEQUENCE),
            Map.entry("551d24", SEQUENCE),
            Map.entry("551d25", SEQUENCE),
            Map.entry("551d36", INTEGER),
            Map.entry(AUTHORITY_ACCESS, SEQUENCE));

    /** Those that Go rejects if they are critical, since 1.23. */
    private static final Set<String> NEVER_CRITICAL = Set.of(SUBJECT_KEY, AUTHORITY_KEY, AUTHORITY_ACCESS);

    private static final int EMAIL = CONTEXT + 1;
    private static final int DNS = CONTEXT + 2;
    private static final int URI = CONTEXT + 6;
    private static final int ADDRESS = CONTEXT + 7;
    private static final Set<Integer> STRINGS = Set.of(EMAIL, DNS, URI);
    private static final int IPV4 = 4;
    private static final int IPV6 = 16;

    private GoExtensions() {}

    /**
     * Why Go rejects a certificate with an extension; empty if it does not.
     *
     * @throws IllegalArgumentException if it is not in DER
     */
    static Optional<String> fault(DerValue extension) {
        List<DerValue> members = extension.values();
        String id = HexFormat.of().formatHex(members.get(0).content());
        Optional<DerValue> critical =
                members.stream().filter(member -> member.has(BOOLEAN)).findFirst();
        if (critical.filter(value -> !isBoolean(value)).isPresent()) {
            return Optional.of("an extension has a boolean that is not in DER");
        } else if (critical.filter(GoExtensions::isTrue).isPresent() && NEVER_CRITICAL.contains(id)) {
            return Optional.of("an extension that names a key or an address is marked as critical");
        } else if (!TAGS.containsKey(id)) {
            return Optional.empty();
        }
        return isWellFormed(id, members.get(members.size() - 1).content())
                ? Optional.empty()
                : Optional.of("its extension " + name(id) + " is not well-formed");
    }

    private static String name(String id) {
        return switch (id) {
            case KEY_USAGE -> "keyUsage";
            case ALTERNATIVE_NAMES -> "subjectAltName";
            case BASIC_CONSTRAINTS -> "basicConstraints";
            case NAME_CONSTRAINTS -> "nameConstraints";
            default -> "with the identifier " + id + " (hexadecimal)";
        };
    }

    private static boolean isBoolean(DerValue value) {
        return value.content().length == 1 && (value.content()[0] == 0 || value.content()[0] == -1);
    }

    private static boolean isTrue(DerValue value) {
        return value.content()[0] != 0;
    }

    private static boolean isWellFormed(String id, byte[] content) {
        DerValue value = DerValue.first(content);
        if (!value.has(TAGS.get(id))) {
            return false;
        }
        return switch (id) {
            case KEY_USAGE -> isBitString(value.content());
            case ALTERNATIVE_NAMES -> value.values().stream().allMatch(GoExtensions::isName);
            case BASIC_CONSTRAINTS -> isBasicConstraints(value.values());
            case NAME_CONSTRAINTS -> isNameConstraints(value.values());
            default -> true;
        };
    }

    /** The first byte says how many bits of the last one do not count, and those are 0. */
    private static boolean isBitString(byte[] content) {
        int padding = content.length == 0 ? Byte.SIZE : content[0];
        return padding >= 0
                && padding < Byte.SIZE
                && (padding == 0 || content.length > 1 && (content[content.length - 1] & (1 << padding) - 1) == 0);
    }

    private static boolean isName(DerValue name) {
        return STRINGS.contains(name.tag())
                ? GoReading.isAscii(name)
                : !name.has(ADDRESS) || name.content().length == IPV4 || name.content().length == IPV6;
    }

    private static boolean isBasicConstraints(List<DerValue> values) {
        return values.stream().limit(2).allMatch(value -> value.has(BOOLEAN) ? isBoolean(value) : isLength(value));
    }

    private static boolean isLength(DerValue value) {
        return !value.has(INTEGER) || value.content().length > 0 && new BigInteger(value.content()).signum() >= 0;
    }

    /** What is permitted, what is excluded, or both; none of them empty. */
    private static boolean isNameConstraints(List<DerValue> subtrees) {
        return !subtrees.isEmpty()
                && subtrees.stream()
                        .allMatch(list -> (list.has(CONTEXT_CONSTRUCTED) || list.has(CONTEXT_CONSTRUCTED + 1))
                                && !list.values().isEmpty()
                                && list.values().stream().allMatch(subtree -> isConstraint(subtree.value(0))));
    }

    private static boolean isConstraint(DerValue name) {
        if (name.has(ADDRESS)) {
            return isNetwork(name.content());
        }
        byte[] text = name.content();
        return !STRINGS.contains(name.tag())
                || GoReading.isAscii(name) && (text.length == 0 || text[text.length - 1] != '.');
    }

    /** An address and its mask, of ones and then zeros. */
    private static boolean isNetwork(byte[] content) {
        int half = content.length / 2;
        if (content.length % 2 != 0 || half != IPV4 && half != IPV6) {
            return false;
        }
        byte[] mask = Arrays.copyOfRange(content, half, content.length);
        return !new BigInteger(1, mask)
                .setBit(mask.length * Byte.SIZE)
                .toString(2)
                .contains("01");
    }
}
