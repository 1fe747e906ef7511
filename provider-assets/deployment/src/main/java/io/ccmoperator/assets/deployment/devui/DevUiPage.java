// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets.deployment.devui;

import java.util.Optional;
import java.util.function.UnaryOperator;

/** Where the page is. */
public final class DevUiPage {
    static final String TITLE = "Providers";
    static final String PATH = "/q/dev-ui/ccm-provider-assets/providers";

    private DevUiPage() {}

    /**
     * The address of the page; empty where no HTTP server listens.
     *
     * @param properties the system properties: the operator sets the port of its flag, and Quarkus for 0 that of the profile
     */
    public static Optional<String> address(UnaryOperator<String> properties) {
        return Optional.ofNullable(properties.apply("%dev.quarkus.http.port"))
                .or(() -> Optional.ofNullable(properties.apply("quarkus.http.port")))
                .filter(port -> !port.equals("0"))
                .map(port -> "http://" + host(properties) + ":" + port + PATH);
    }

    private static String host(UnaryOperator<String> properties) {
        String host = Optional.ofNullable(properties.apply("quarkus.http.host")).orElse("127.0.0.1");
        return host.contains(":") ? "[" + host + "]" : host;
    }
}
