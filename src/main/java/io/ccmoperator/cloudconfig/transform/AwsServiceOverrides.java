/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.cloudconfig.ini.IniDocument;
import io.ccmoperator.cloudconfig.ini.IniSection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sections {@code [ServiceOverride "n"]}: endpoints that replace those of AWS.
 *
 * @param inOrder by n as a number; then those with another subsection or none, in the order of the input
 */
record AwsServiceOverrides(List<IniSection> inOrder) {
    AwsServiceOverrides {
        inOrder = List.copyOf(inOrder);
    }

    private static final String NAME = "ServiceOverride";
    private static final List<String> REQUIRED = List.of("Service", "Region", "URL", "SigningRegion");
    private static final KeyOrder KEYS =
            new KeyOrder(List.of("Service", "Region", "URL", "SigningRegion", "SigningMethod", "SigningName"));

    static boolean isOverride(IniSection section) {
        return section.isNamed(NAME);
    }

    static AwsServiceOverrides of(IniDocument document) {
        return new AwsServiceOverrides(document.sectionsNamed(NAME).stream()
                .map(KEYS::sorted)
                .sorted(Comparator.comparing(AwsServiceOverrides::ordinal))
                .toList());
    }

    /** Keys without a value: for one of them the cloud controller manager's reader refuses the configuration as a whole. */
    List<String> faults() {
        List<String> faults = new ArrayList<>();
        for (IniSection section : inOrder) {
            section.entries().stream()
                    .filter(KEYS::isKnown)
                    .forEach(entry -> GcfgValues.stringFault(section, entry).ifPresent(faults::add));
        }
        return faults;
    }

    /** What the cloud controller manager refuses, one line each. */
    List<String> warnings() {
        List<String> warnings = new ArrayList<>();
        Map<Endpoint, IniSection> seen = new HashMap<>();
        for (IniSection section : inOrder) {
            List<String> missing = REQUIRED.stream()
                    .filter(key -> trimmed(section, key).isEmpty())
                    .toList();
            if (!missing.isEmpty()) {
                warnings.add(warning(
                        section, String.join(", ", missing) + (missing.size() == 1 ? " is" : " are") + " missing"));
                continue;
            }
            IniSection first = seen.putIfAbsent(Endpoint.of(section), section);
            if (first != null) {
                warnings.add(warning(section, "service and region are those of " + place(first)));
            }
        }
        return warnings;
    }

    private static String warning(IniSection section, String reason) {
        return place(section) + ": " + reason + "; the cloud controller manager refuses such an override";
    }

    private static String place(IniSection section) {
        return "line " + section.line() + ": " + section.display();
    }

    /** The cloud controller manager does not count blanks at the ends either. */
    private static String trimmed(IniSection section, String key) {
        return section.value(key).orElse("").strip();
    }

    private static Ordinal ordinal(IniSection section) {
        return section.subsection().map(Ordinal::of).orElse(Ordinal.NONE);
    }

    private record Endpoint(String service, String region) {
        static Endpoint of(IniSection section) {
            return new Endpoint(trimmed(section, "Service"), trimmed(section, "Region"));
        }
    }

    /**
     * A number of any size, in time proportional to its digits.
     *
     * @param length how many digits there are
     * @param digits without leading zeros
     */
    private record Ordinal(int length, String digits) implements Comparable<Ordinal> {
        static final Ordinal NONE = new Ordinal(Integer.MAX_VALUE, "");

        static Ordinal of(String text) {
            if (!text.chars().allMatch(c -> '0' <= c && c <= '9')) {
                return NONE;
            }
            int zeros = 0;
            while (zeros < text.length() && text.charAt(zeros) == '0') {
                zeros++;
            }
            return new Ordinal(text.length() - zeros, text.substring(zeros));
        }

        @Override
        public int compareTo(Ordinal other) {
            int byLength = Integer.compare(length, other.length);
            return byLength == 0 ? digits.compareTo(other.digits) : byLength;
        }
    }
}
