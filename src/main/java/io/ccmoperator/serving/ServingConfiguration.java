// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the process serves, as configuration of Quarkus: health on its main HTTP server, metrics on its management interface.
 * Paths and limits are fixed in {@code application.properties}.
 *
 * @param health where /healthz and /readyz are served
 * @param metrics where /metrics is served; empty: nowhere
 * @param certificates the folder of tls.crt and tls.key of the metrics, which need not be there
 */
public record ServingConfiguration(ListenAddress health, Optional<ListenAddress> metrics, Path certificates) {
    static final String CERTIFICATES = "ccm-operator.metrics.certificates";

    /** Sets the system properties that Quarkus reads when it starts. To be called before that. */
    public void apply() {
        properties().forEach(System::setProperty);
    }

    /** The properties and their values. Quarkus takes any free port for 0. */
    Map<String, String> properties() {
        Map<String, String> properties = new HashMap<>();
        properties.put("quarkus.http.host", health.host());
        properties.put("quarkus.http.port", String.valueOf(health.port()));
        properties.put("quarkus.management.host-enabled", String.valueOf(metrics.isPresent()));
        metrics.ifPresent(address -> {
            properties.put("quarkus.management.host", address.host());
            properties.put("quarkus.management.port", String.valueOf(address.port()));
        });
        // TLS 1.2. The JDK reads it once: the executable has it from its build (application.properties).
        properties.put("jdk.tls.rejectClientInitiatedRenegotiation", "true");
        // Expressions of the configuration start with a dollar sign, and a folder may have one in its name.
        properties.put(CERTIFICATES, certificates.toAbsolutePath().toString().replace("$", "$$"));
        return properties;
    }
}
