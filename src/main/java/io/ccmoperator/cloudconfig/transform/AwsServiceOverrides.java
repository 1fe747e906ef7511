// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.cloudconfig.transform.words.ValueFormat;
import io.ccmoperator.cloudconfig.transform.words.WordTable;
import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniSection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

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
    private static final String SERVICE = "Service";
    private static final String URL = "URL";
    private static final List<String> REQUIRED = List.of(SERVICE, "Region", URL, "SigningRegion");

    static boolean isOverride(IniSection section) {
        return section.isNamed(NAME);
    }

    /** @param table the keys in their order */
    static AwsServiceOverrides of(IniDocument document, WordTable table) {
        return sorted(document.sectionsNamed(NAME).stream().map(table::sorted));
    }

    private static AwsServiceOverrides sorted(Stream<IniSection> sections) {
        return new AwsServiceOverrides(sections.sorted(Comparator.comparing(AwsServiceOverrides::ordinal))
                .toList());
    }

    /**
     * These overrides and, for each whose service has a former name, one with each current name that no other has for the
     * region. A release ignores the names that it does not know. The numbers of the new ones follow those of the user.
     */
    AwsServiceOverrides withCurrentNames() {
        Set<Endpoint> endpoints = new HashSet<>();
        Set<String> numbers = new HashSet<>();
        inOrder.forEach(section -> {
            endpoints.add(endpoint(section));
            section.subsection().ifPresent(numbers::add);
        });
        long number =
                numbers.stream().mapToLong(AwsServiceOverrides::number).max().orElse(0);
        List<IniSection> all = new ArrayList<>(inOrder);
        for (IniSection section : inOrder) {
            List<Endpoint> current =
                    missing(section).isEmpty() ? endpoint(section).current() : List.of();
            for (Endpoint endpoint : current) {
                if (endpoints.add(endpoint)) {
                    do {
                        number++;
                    } while (!numbers.add(Long.toString(number)));
                    all.add(new IniSection(NAME, Optional.of(Long.toString(number)), section.entries(), section.line())
                            .with(SERVICE, endpoint.service()));
                }
            }
        }
        return sorted(all.stream());
    }

    /**
     * What the cloud controller manager refuses, ignores or cannot use, one line each.
     *
     * @param region the one of which it asks AWS; empty if that is not known
     */
    List<String> warnings(Optional<String> region) {
        List<String> warnings = new ArrayList<>();
        Map<Endpoint, IniSection> seen = new HashMap<>();
        Set<Target> inherited = inherited();
        for (IniSection section : inOrder) {
            List<String> missing = missing(section);
            if (!missing.isEmpty()) {
                warnings.add(warning(
                        section, String.join(", ", missing) + (missing.size() == 1 ? " is" : " are") + " missing"));
                continue;
            }
            IniSection first = seen.putIfAbsent(endpoint(section), section);
            if (first != null) {
                warnings.add(warning(section, "service and region are those of " + place(first)));
            } else {
                useless(section, region, inherited).ifPresent(warnings::add);
            }
        }
        return warnings;
    }

    /** A line for each override with a former name of a service, where one with a current name is missing. */
    List<String> formerNames() {
        Set<Endpoint> endpoints = new HashSet<>();
        inOrder.forEach(section -> endpoints.add(endpoint(section)));
        return inOrder.stream()
                .filter(section -> missing(section).isEmpty())
                .flatMap(section -> formerName(section, endpoints).stream())
                .toList();
    }

    private static Optional<String> formerName(IniSection section, Set<Endpoint> endpoints) {
        List<String> current = endpoint(section).current().stream()
                .filter(endpoint -> !endpoints.contains(endpoint))
                .map(Endpoint::service)
                .toList();
        return current.isEmpty()
                ? Optional.empty()
                : Optional.of(place(section)
                        + ": releases with version 2 of the AWS SDK do not know the service '"
                        + endpoint(section).service() + "' and ignore the override; add one with Service = "
                        + String.join(", and one with Service = ", current));
    }

    /**
     * The warning of an override that has no effect.
     *
     * @param inherited overrides with current names that have their URLs from others
     */
    private static Optional<String> useless(IniSection section, Optional<String> region, Set<Target> inherited) {
        Target target = Target.of(section);
        if (!target.endpoint().isKnown()) {
            return Optional.of(place(section)
                    + ": the cloud controller manager does not know the service and ignores the override; write Service = "
                    + Endpoint.currentServices());
        }
        if (inherited.contains(target)) {
            return Optional.empty();
        }
        if (target.endpoint().isOfRegion()
                && region.filter(known -> !known.equals(target.endpoint().region()))
                        .isPresent()) {
            return Optional.of(place(section) + ": Region is not " + region.get()
                    + ", of which the cloud controller manager asks AWS, so it ignores the override; write that");
        }
        return ValueFormat.URL.accepts().test(target.url())
                ? Optional.empty()
                : Optional.of(place(section)
                        + ": URL is not an http or https URL with a host, so requests to the endpoint fail; write one such as"
                        + " https://ec2.example.com");
    }

    /** The current names and URLs of overrides with former names, so that one cause has one warning. */
    private Set<Target> inherited() {
        Set<Target> inherited = new HashSet<>();
        for (IniSection section : inOrder) {
            Target target = Target.of(section);
            target.endpoint().current().forEach(current -> inherited.add(new Target(current, target.url())));
        }
        return inherited;
    }

    private static List<String> missing(IniSection section) {
        return REQUIRED.stream().filter(key -> trimmed(section, key).isEmpty()).toList();
    }

    /** A number of up to 18 digits; 0 for anything else. */
    private static long number(String subsection) {
        return subsection.matches("[0-9]{1,18}") ? Long.parseLong(subsection) : 0;
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

    private static Endpoint endpoint(IniSection section) {
        return new Endpoint(trimmed(section, SERVICE), trimmed(section, "Region"));
    }

    /**
     * What a service override replaces.
     *
     * @param service the name of the service, without blanks at its ends
     * @param region the name of the region, without blanks at its ends
     */
    private record Endpoint(String service, String region) {
        /** Names that releases with version 1 of the AWS SDK know, with those that releases with version 2 know instead. */
        private static final Map<String, List<String>> FORMER = Map.of(
                "ec2", List.of("EC2"),
                "elasticloadbalancing", List.of("Elastic Load Balancing", "Elastic Load Balancing v2"),
                "kms", List.of("KMS"));

        private static final String METADATA = "ec2imds";

        private static final List<String> CURRENT =
                List.of("EC2", "Elastic Load Balancing", "Elastic Load Balancing v2", "KMS", METADATA);

        /** Services that other components of OpenShift call; its list of endpoints, from which the overrides are made, has them too. */
        private static final Set<String> OF_OTHERS = Set.of("iam", "route53", "s3", "sts", "tagging");

        /** The endpoints with the current names of the service, if its name is a former one. */
        List<Endpoint> current() {
            return FORMER.getOrDefault(service, List.of()).stream()
                    .map(name -> new Endpoint(name, region))
                    .toList();
        }

        /** Whether the name is one that some release of the cloud controller manager knows, or that of a service that it never calls. */
        boolean isKnown() {
            return CURRENT.contains(service) || FORMER.containsKey(service) || OF_OTHERS.contains(service);
        }

        /** Whether the cloud controller manager asks for the service in one region alone: the metadata service of an instance has none. */
        boolean isOfRegion() {
            return !service.equals(METADATA) && !OF_OTHERS.contains(service);
        }

        /** The current names as messages list them. */
        static String currentServices() {
            int last = CURRENT.size() - 1;
            return String.join(", ", CURRENT.subList(0, last)) + " or " + CURRENT.get(last);
        }
    }

    /** @param url as it is parsed, with the blanks at its ends */
    private record Target(Endpoint endpoint, String url) {
        static Target of(IniSection section) {
            return new Target(
                    AwsServiceOverrides.endpoint(section), section.value(URL).orElse(""));
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
