// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a service override replaces.
 *
 * @param service the name of the service, without blanks at its ends
 * @param region the name of the region, without blanks at its ends
 */
record AwsEndpoint(String service, String region) {
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
    List<AwsEndpoint> current() {
        return FORMER.getOrDefault(service, List.of()).stream()
                .map(name -> new AwsEndpoint(name, region))
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
