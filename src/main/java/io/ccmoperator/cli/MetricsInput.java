/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.cli;

import io.ccmoperator.cluster.InvalidInputException;
import io.ccmoperator.serving.ListenAddress;
import io.ccmoperator.serving.MetricsSettings;
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
            description = "Where /metrics is served over HTTPS; 0 for nowhere (default: ${DEFAULT-VALUE}).")
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
     * @throws InvalidInputException if the address is none
     */
    MetricsSettings settings() {
        return new MetricsSettings(
                address.equals(OFF) ? Optional.empty() : Optional.of(ListenAddress.of(ADDRESS, address)), certificates);
    }
}
