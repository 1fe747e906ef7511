// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving;

import static org.assertj.core.api.Assertions.assertThat;

import io.smallrye.config.SmallRyeConfig;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServingConfigurationTest {
    private static final ListenAddress HEALTH = new ListenAddress("127.0.0.1", 9259);

    private static Map<String, String> properties(Optional<ListenAddress> metrics, String folder) {
        return new ServingConfiguration(HEALTH, metrics, Path.of(folder)).properties();
    }

    @Test
    void servesHealthAndMetricsAtTheirAddresses() {
        assertThat(properties(Optional.of(new ListenAddress("::1", 0)), "/certificates"))
                .containsOnly(
                        Map.entry("quarkus.http.host", "127.0.0.1"),
                        Map.entry("quarkus.http.port", "9259"),
                        Map.entry("quarkus.management.host-enabled", "true"),
                        Map.entry("quarkus.management.host", "::1"),
                        Map.entry("quarkus.management.port", "0"),
                        Map.entry("jdk.tls.rejectClientInitiatedRenegotiation", "true"),
                        Map.entry("ccm-operator.metrics.certificates", "/certificates"));
    }

    @Test
    void opensNoMetricsEndpointWithoutAddress() {
        assertThat(properties(Optional.empty(), "/certificates"))
                .containsEntry("quarkus.management.host-enabled", "false")
                .doesNotContainKey("quarkus.management.port");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/a b", "/${HOME}/x", "/a$$b", "/back\\slash", "/tail\\"})
    void acceptsAnyNameOfFolder(String folder) {
        SmallRyeConfig config = new SmallRyeConfigBuilder()
                .addDefaultInterceptors()
                .withDefaultValues(properties(Optional.empty(), folder))
                .build();

        assertThat(config.getValue(ServingConfiguration.CERTIFICATES, Path.class))
                .isEqualTo(Path.of(folder));
    }
}
