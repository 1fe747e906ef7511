// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.serving.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.LogLines;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.client.StoredObjects;
import io.ccmoperator.client.StoredWatches;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class ClientAuthoritiesTest {
    private static final String FIRST = ClientAuthority.create("first").pem();
    private static final String SECOND = ClientAuthority.create("second").pem();

    private final StoredObjects server = new StoredObjects();
    private final StoredWatches watches = new StoredWatches(server);
    private final ClientAuthorities authorities = new ClientAuthorities(watches);
    private final LogLines log = LogLines.of(ClientAuthorities.class);

    @AfterEach
    void closeLog() {
        log.close();
    }

    private void publish(Map<String, Object> data) {
        server.put(new KubernetesObject(Map.of(
                "apiVersion",
                "v1",
                "kind",
                "ConfigMap",
                "metadata",
                Map.of("namespace", "kube-system", "name", "extension-apiserver-authentication"),
                "data",
                data)));
        watches.notifyListeners(ClientAuthorities.SOURCE);
    }

    private Optional<List<String>> names() {
        return authorities
                .get()
                .map(list -> list.stream().map(authority -> authority.subject()).toList());
    }

    @Test
    void readsAuthoritiesAgainWhenTheyChange() {
        publish(Map.of("client-ca-file", FIRST));
        authorities.watch();
        assertThat(names()).contains(List.of("CN=first"));

        publish(Map.of("client-ca-file", FIRST + SECOND));
        assertThat(names()).contains(List.of("CN=first", "CN=second"));

        publish(Map.of("client-ca-file", SECOND));
        assertThat(names()).contains(List.of("CN=second"));
    }

    @Test
    void trustsNoAuthorityWhereNoneIsPublished() {
        authorities.watch();
        assertThat(names()).contains(List.of());

        publish(Map.of("requestheader-client-ca-file", FIRST));
        assertThat(names()).contains(List.of());

        publish(Map.of("client-ca-file", FIRST));
        assertThat(names()).contains(List.of("CN=first"));
        publish(Map.of());
        assertThat(names()).contains(List.of());
    }

    @Test
    void knowsNothingBeforeTheConfigMapIsRead() {
        publish(Map.of("client-ca-file", FIRST));
        watches.keepUnknown(ClientAuthorities.SOURCE);
        authorities.watch();
        assertThat(names()).isEmpty();

        watches.tellAll();
        watches.notifyListeners(ClientAuthorities.SOURCE);
        assertThat(names()).contains(List.of("CN=first"));
    }

    @Test
    void doesNotKeepTheProcessFromBeingReady() {
        watches.keepUnknown(ClientAuthorities.SOURCE);
        authorities.watch();

        assertThat(watches.hasSynced()).isTrue();
    }

    @Test
    void keepsPreviousAuthoritiesWhileTheBundleIsInvalidAndWarnsOnce() {
        publish(Map.of("client-ca-file", FIRST));
        authorities.watch();

        publish(Map.of("client-ca-file", "-----BEGIN CERTIFICATE-----\n"));
        watches.notifyListeners(ClientAuthorities.SOURCE);

        assertThat(names()).contains(List.of("CN=first"));
        assertThat(log.warnings())
                .containsExactly(
                        "ConfigMap kube-system/extension-apiserver-authentication, data[client-ca-file]: is not a"
                                + " bundle of certificates, still using the previous one; it is written by the API server: line 1:"
                                + " this block is cut off: its line -----END CERTIFICATE----- is missing");
    }
}
