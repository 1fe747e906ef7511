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
     * @param port at which the server listens; 0 or less if it does not
     * @param properties the system properties: the operator sets the address of its flag
     */
    public static Optional<String> address(int port, UnaryOperator<String> properties) {
        return port <= 0 ? Optional.empty() : Optional.of("http://" + host(properties) + ":" + port + PATH);
    }

    private static String host(UnaryOperator<String> properties) {
        String host = Optional.ofNullable(properties.apply("quarkus.http.host")).orElse("127.0.0.1");
        return host.contains(":") ? "[" + host + "]" : host;
    }
}
