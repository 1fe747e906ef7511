// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.substitution;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import java.net.URI;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The address of the API server in containers: also where Java takes the host for no name, of which an older object may have one. */
class ApiServerAddressTest {
    @ParameterizedTest
    @CsvSource({
        "https://api.example.com:6443, api.example.com, 6443",
        "https://[fd00::1]:443, fd00::1, 443",
        "https://1master:6443, 1master, 6443",
        "https://256.1.1.1:6443, 256.1.1.1, 6443"
    })
    void isHostAndPortOfVariables(String address, String host, String port) {
        KubernetesObject workload = YamlText.manifest("""
                {apiVersion: apps/v1, kind: Deployment, metadata: {name: a}, spec: {template: {spec: {containers: [{name: a}]}}}}
                """);

        new ApiServerAddress(URI.create(address)).apply(workload);

        assertThat(workload.allContainers().get(0).toString())
                .contains("{name=KUBERNETES_SERVICE_HOST, value=" + host + "}")
                .contains("{name=KUBERNETES_SERVICE_PORT, value=" + port + "}");
    }
}
