// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import io.fabric8.kubernetes.client.Config;
import java.time.Duration;

/** The client's configuration. Quarkus' properties for the client do not suffice, since flags are read before they are. */
final class ClientConfig {
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);

    /**
     * The first pause of the SDK's informers before they watch again; it doubles five times. A server that answers each of their
     * watches with 410 is asked each time after the first pause: the client counts a list that came before it as success.
     */
    private static final Duration INFORMER_RECONNECT = Duration.ofMillis(500);

    private static final Duration RETRY_BACKOFF = Duration.ofMillis(100);

    private ClientConfig() {}

    /**
     * The configuration for an API server. Addresses and credentials that are not in it are those of {@link ServerAccess}.
     *
     * @param timings of which that of a request is used
     * @throws io.ccmoperator.cluster.InvalidInputException if a header cannot have a value
     */
    static Config of(ServerAccess.Address address, ClientTimings timings) {
        Config config = Config.empty();
        config.setMasterUrl(address.server().toString());
        address.actsAs().ifPresent(user -> Impersonation.configure(config, user));
        config.setUserAgent("ccm-operator");
        config.setRequestTimeout((int) timings.request().toMillis());
        config.setConnectionTimeout((int) CONNECT_TIMEOUT.toMillis());
        config.setWatchReconnectInterval((int) INFORMER_RECONNECT.toMillis());
        config.setWatchReconnectLimit(-1);
        // A WebSocket would be a connection of its own.
        config.setOnlyHttpWatches(true);
        config.setRequestRetryBackoffInterval((int) RETRY_BACKOFF.toMillis());
        config.setRequestRetryBackoffLimit(1);
        return config;
    }
}
