// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.tls.runtime.config.TlsBucketConfig;
import io.quarkus.tls.runtime.config.TlsConfig;
import io.quarkus.tls.runtime.keystores.PemKeyStores;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Why the configuration of the metrics is not one of {@code quarkus.tls}: docs/decisions/what-serves-the-metrics.md. */
class TlsRegistryTest {
    private static final Vertx VERTX = Vertx.vertx();

    @TempDir
    Path folder;

    private TlsBucketConfig configuration() {
        return new SmallRyeConfigBuilder()
                .addDiscoveredConverters()
                .withMapping(TlsConfig.class)
                .withDefaultValues(Map.of(
                        "quarkus.tls.metrics.key-store.pem.0.cert", folder + "/tls.crt",
                        "quarkus.tls.metrics.key-store.pem.0.key", folder + "/tls.key"))
                .build()
                .getConfigMapping(TlsConfig.class)
                .namedCertificateConfig()
                .get("metrics");
    }

    @Test
    void requiresFilesWhenQuarkusStarts() {
        TlsBucketConfig configuration = configuration();

        assertThatThrownBy(() ->
                        PemKeyStores.verifyPEMKeyStore(configuration.keyStore().orElseThrow(), VERTX, "metrics"))
                .hasMessageContaining("cannot read the key/certificate files");

        SamplePair.ec("first").write(folder);
        assertThat(PemKeyStores.verifyPEMKeyStore(configuration.keyStore().orElseThrow(), VERTX, "metrics"))
                .isNotNull();
    }
}
