// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The flags of the endpoints as configuration of Quarkus: health on its main HTTP server, metrics on its management
 * interface. Paths and limits are fixed in {@code application.properties}.
 */
public final class ServingConfiguration {
    static final String CERTIFICATES = "ccm-operator.metrics.certificates";

    private ServingConfiguration() {}

    /** Sets the system properties that Quarkus reads when it starts. To be called before that. */
    public static void apply(ListenAddress health, MetricsSettings metrics) {
        properties(health, metrics).forEach(System::setProperty);
    }

    /** The properties and their values. Quarkus takes any free port for 0. */
    static Map<String, String> properties(ListenAddress health, MetricsSettings metrics) {
        Map<String, String> properties = new HashMap<>();
        properties.put("quarkus.http.host", health.host());
        properties.put("quarkus.http.port", String.valueOf(health.port()));
        properties.put(
                "quarkus.management.host-enabled",
                String.valueOf(metrics.address().isPresent()));
        metrics.address().ifPresent(address -> {
            properties.put("quarkus.management.host", address.host());
            properties.put("quarkus.management.port", String.valueOf(address.port()));
        });
        properties.put(CERTIFICATES, absolute(metrics.certificates()));
        return properties;
    }

    /** Expressions of the configuration start with a dollar sign, and a folder may have one in its name. */
    private static String absolute(Path folder) {
        return folder.toAbsolutePath().toString().replace("$", "$$");
    }
}
