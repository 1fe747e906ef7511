// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.cloudconfig.transform.words.WordTable;
import io.ccmoperator.ini.IniDocument;
import io.ccmoperator.ini.IniSection;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The sections {@code [ServiceOverride "n"]}: endpoints that replace those of AWS.
 *
 * @param inOrder by n as a number of up to 18 digits; then those with another subsection or none, in the order of the input
 */
record AwsServiceOverrides(List<IniSection> inOrder) {
    AwsServiceOverrides {
        inOrder = List.copyOf(inOrder);
    }

    private static final String NAME = "ServiceOverride";
    private static final String SERVICE = "Service";
    private static final List<String> REQUIRED = List.of(SERVICE, "Region", "URL", "SigningRegion");

    static boolean isOverride(IniSection section) {
        return section.isNamed(NAME);
    }

    /** @param table the keys in their order */
    static AwsServiceOverrides of(IniDocument document, WordTable table) {
        return sorted(document.sectionsNamed(NAME).stream().map(table::sorted));
    }

    private static AwsServiceOverrides sorted(Stream<IniSection> sections) {
        return new AwsServiceOverrides(sections.sorted(Comparator.comparingLong(section -> section.subsection()
                        .flatMap(AwsServiceOverrides::number)
                        .orElse(Long.MAX_VALUE)))
                .toList());
    }

    /**
     * These overrides and, for each whose service has a former name, one with each current name that no other has for the
     * region. A release ignores the names that it does not know. The numbers of the new ones follow those of the user.
     */
    AwsServiceOverrides withCurrentNames() {
        Set<Endpoint> endpoints = endpoints();
        long number = inOrder.stream()
                .flatMap(section -> section.subsection().stream())
                .flatMap(subsection -> number(subsection).stream())
                .mapToLong(Long::longValue)
                .max()
                .orElse(0);
        List<IniSection> all = new ArrayList<>(inOrder);
        for (IniSection section : inOrder) {
            for (Endpoint endpoint : current(section)) {
                if (endpoints.add(endpoint)) {
                    number++;
                    all.add(new IniSection(NAME, Optional.of(Long.toString(number)), section.entries(), section.line())
                            .with(SERVICE, endpoint.service()));
                }
            }
        }
        return sorted(all.stream());
    }

    /** A line for each override whose service the cloud controller manager does not know. */
    List<String> warnings() {
        return inOrder.stream()
                .filter(section -> !endpoint(section).isKnown())
                .map(section -> place(section)
                        + ": the cloud controller manager does not know the service and ignores the override; write Service = "
                        + Endpoint.currentServices())
                .toList();
    }

    /** A line for each override with a former name of a service, where one with a current name is missing. */
    List<String> formerNames() {
        Set<Endpoint> endpoints = endpoints();
        return inOrder.stream()
                .flatMap(section -> formerName(section, endpoints).stream())
                .toList();
    }

    private static Optional<String> formerName(IniSection section, Set<Endpoint> endpoints) {
        List<String> current = current(section).stream()
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

    /** A number of up to 18 digits; empty for anything else. */
    private static Optional<Long> number(String subsection) {
        return subsection.matches("[0-9]{1,18}") ? Optional.of(Long.valueOf(subsection)) : Optional.empty();
    }

    /** What is to be there beside an override with a former name; nothing for an incomplete one, which the cloud controller manager refuses. */
    private static List<Endpoint> current(IniSection section) {
        return REQUIRED.stream().anyMatch(key -> trimmed(section, key).isEmpty())
                ? List.of()
                : endpoint(section).current();
    }

    private static String place(IniSection section) {
        return "line " + section.line() + ": " + section.display();
    }

    private Set<Endpoint> endpoints() {
        return inOrder.stream().map(AwsServiceOverrides::endpoint).collect(Collectors.toCollection(HashSet::new));
    }

    /** The cloud controller manager does not count blanks at the ends either. */
    private static String trimmed(IniSection section, String key) {
        return section.value(key).orElse("").strip();
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

        private static final List<String> CURRENT =
                List.of("EC2", "Elastic Load Balancing", "Elastic Load Balancing v2", "KMS", "ec2imds");

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

        /** The current names as messages list them. */
        static String currentServices() {
            int last = CURRENT.size() - 1;
            return String.join(", ", CURRENT.subList(0, last)) + " or " + CURRENT.get(last);
        }
    }
}
