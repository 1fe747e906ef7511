// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.serving.ListenAddress;
import io.ccmoperator.serving.ServingConfiguration;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where metrics are served, and with which certificate. */
final class MetricsInput {
    private static final String ADDRESS = "--metrics-bind-address";

    /** As operators of other makes have it. */
    private static final String OFF = "0";

    @Option(
            names = ADDRESS,
            paramLabel = "HOST:PORT",
            description = "The address of /metrics over HTTPS; 0 disables it (default: ${DEFAULT-VALUE}).")
    String address = ":9258";

    @Option(
            names = "--metrics-cert-dir",
            paramLabel = "DIR",
            description =
                    "Folder of the certificate and key of the metrics endpoint, tls.crt and tls.key; while they are"
                            + " not there, a self-signed one is served (default: ${DEFAULT-VALUE}).")
    Path certificates = Path.of("/tmp/k8s-metrics-server/serving-certs");

    /**
     * What the flags say.
     *
     * @param health where health is served
     * @throws InvalidInputException if the address of the metrics is none, or that one
     */
    ServingConfiguration serving(ListenAddress health) {
        if (address.equals(OFF)) {
            return new ServingConfiguration(health, Optional.empty(), certificates);
        }
        ListenAddress chosen = ListenAddress.of(ADDRESS, address);
        if (chosen.equals(health) && chosen.port() != 0) {
            // One listener would serve both, now with TLS and now without.
            throw new InvalidInputException(
                    ADDRESS + ": " + chosen + " is the address of --health-addr; choose another port");
        }
        return new ServingConfiguration(health, Optional.of(chosen), certificates);
    }
}
