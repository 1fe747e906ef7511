// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devui;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DevUiPageTest {
    @Test
    void hasHostAndPortOfServer() {
        assertThat(DevUiPage.address(8080, Map.of("quarkus.http.host", "localhost")::get))
                .contains("http://localhost:8080/q/dev-ui/ccm-provider-assets/providers");
    }

    @Test
    void isOnLoopbackUnlessHostIsNamed() {
        assertThat(DevUiPage.address(9259, Map.<String, String>of()::get))
                .contains("http://127.0.0.1:9259/q/dev-ui/ccm-provider-assets/providers");
    }

    @Test
    void putsIpv6AddressInBrackets() {
        assertThat(DevUiPage.address(8080, Map.of("quarkus.http.host", "::1")::get))
                .contains("http://[::1]:8080/q/dev-ui/ccm-provider-assets/providers");
    }

    @Test
    void hasNoAddressWithoutServer() {
        assertThat(DevUiPage.address(0, Map.<String, String>of()::get)).isEmpty();
    }
}
