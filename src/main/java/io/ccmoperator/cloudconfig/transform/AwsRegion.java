// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.ini.IniSection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The region of which the cloud controller manager asks AWS. */
final class AwsRegion {
    /** The start of a zone's name, such as us-east-1 of us-east-1a; as the program looks for it. */
    private static final Pattern START_OF_ZONE = Pattern.compile("(?:[a-zA-Z]+-)++[0-9]+");

    private AwsRegion() {}

    /**
     * That of the zone in the configuration, or else the region there, or else that of the cluster, which is also what the
     * program asks the metadata service for.
     *
     * @return empty where none of them says it
     */
    static Optional<String> of(IniSection global, KubernetesObject infrastructure) {
        String zone = global.value("Zone").orElse("");
        if (!zone.isEmpty()) {
            Matcher start = START_OF_ZONE.matcher(zone);
            return start.lookingAt() ? Optional.of(start.group()) : Optional.empty();
        }
        return Stream.of(
                        global.value("Region").orElse(""),
                        infrastructure.fields().string("status", "platformStatus", "aws", "region"))
                .filter(region -> !region.isEmpty())
                .findFirst();
    }
}
