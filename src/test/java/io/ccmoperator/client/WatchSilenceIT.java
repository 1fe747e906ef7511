// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Servers and connections that fall silent. */
@RequiresApiServer
class WatchSilenceIT extends WatchesOfProcess {
    @Test
    void retriesWhenServerDoesNotAnswer() throws Exception {
        proxy.delay(watches, 1, Duration.ofMinutes(5));
        try (ApiConnection impatient = Connections.impatient(proxy.kubeconfig(), vertx)) {
            impatient.objects().watch(key, listener);

            await().atMost(Duration.ofSeconds(30))
                    .until(() -> impatient.objects().state(key).isSynced());
            await().untilAsserted(() -> assertThat(proxy.count(watches)).isGreaterThanOrEqualTo(2));
        }
    }

    @Test
    void noticesDeletionOnSilentlyDeadConnection() throws Exception {
        write("a");
        try (ApiConnection impatient = Connections.impatient(proxy.kubeconfig(), vertx)) {
            impatient.objects().watch(key, listener);
            assertThat(impatient.objects().awaitSynced(List.of(key), SOON)).isTrue();

            proxy.freeze();
            delete();

            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () -> assertThat(impatient.objects().state(key)).isEqualTo(new CacheState.Absent()));
        }
    }

    @Test
    void noticesWatchThatDiesSilently() throws Exception {
        try (ApiConnection impatient = Connections.impatient(proxy.kubeconfig(), vertx)) {
            impatient.objects().watch(key, listener);
            assertThat(impatient.objects().awaitSynced(List.of(key), SOON)).isTrue();
            proxy.pause();
            KubernetesObject meanwhile = write("a");
            int before = proxy.connectionsMade();

            await().atMost(Duration.ofSeconds(45)).until(() -> proxy.connectionsMade() > before);
            proxy.resume();

            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() ->
                            assertThat(impatient.objects().state(key)).isEqualTo(new CacheState.Present(meanwhile)));
        }
    }

    @Test
    void opensWatchAgainWhenTheServerFallsSilent() throws Exception {
        try (ApiConnection impatient = Connections.impatient(proxy.kubeconfig(), vertx)) {
            impatient.objects().watch(key, listener);
            assertThat(impatient.objects().awaitSynced(List.of(key), SOON)).isTrue();
            proxy.dropEvents(watches, 1);
            KubernetesObject missed = write("a");

            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(
                            () -> assertThat(impatient.objects().state(key)).isEqualTo(new CacheState.Present(missed)));
            assertThat(proxy.count(watches)).isGreaterThanOrEqualTo(2);
        }
    }
}
