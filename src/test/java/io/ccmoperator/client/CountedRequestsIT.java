// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static io.ccmoperator.client.ApiServer.DryRun.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the listener of a connection is notified of. */
@RequiresApiServer
class CountedRequestsIT extends RequestsOfProcess {
    private static final Runnable NO_LISTENER = () -> {};

    private final List<String> counted = new CopyOnWriteArrayList<>();
    private ApiConnection observed;

    @BeforeEach
    void open() {
        observed = Connections.open(
                proxy.kubeconfig(),
                vertx,
                ClientTimings.USUAL,
                Clock.systemUTC(),
                (verb, code) -> counted.add(verb + " " + code));
    }

    @AfterEach
    void close() {
        observed.close();
    }

    @Test
    void countsEachRequestWithItsVerbAndCode() {
        ApiServer requests = observed.server();

        assertThat(requests.get(key)).isEmpty();
        KubernetesObject created = requests.create(configMap("a"), NONE);
        assertThatThrownBy(() -> requests.create(configMap("a"), NONE)).isInstanceOf(ApiException.class);
        requests.get(key);
        requests.replace(created, NONE);
        assertThatThrownBy(() -> requests.patchStatus(key, Map.of())).isInstanceOf(ApiException.class);
        requests.delete(key, created.fields().string("metadata", "uid"));

        assertThat(counted)
                .containsExactly(
                        "get 404", "create 201", "create 409", "get 200", "update 200", "patch 404", "delete 200");
    }

    @Test
    void countsBothAttemptsOfRequestThatIsRetried() {
        proxy.answer(request -> request.path().endsWith(name), 1, 429, "0");

        observed.server().get(key);

        assertThat(counted).containsExactly("get 429", "get 404");
    }

    @Test
    void countsRequestWithoutAnswerOnce() {
        proxy.refuse();

        assertThatThrownBy(() -> observed.server().get(key)).isInstanceOf(ApiException.class);

        assertThat(counted).containsExactly("get 0");
    }

    @Test
    void countsWatchWhenItBegins() throws Exception {
        observed.objects().watch(key, NO_LISTENER);
        assertThat(observed.objects().awaitSynced(List.of(key), Duration.ofSeconds(10)))
                .isTrue();

        await().untilAsserted(() -> assertThat(counted).containsExactly("watch 200"));
    }

    @Test
    void countsRefusedWatchAndTheListInItsPlace() throws Exception {
        proxy.answer(request -> request.query().contains("sendInitialEvents"), 1, 422);

        observed.objects().watch(key, NO_LISTENER);
        assertThat(observed.objects().awaitSynced(List.of(key), Duration.ofSeconds(10)))
                .isTrue();

        await().untilAsserted(() -> assertThat(counted).containsExactly("watch 422", "list 200", "watch 200"));
    }

    @Test
    void countsRefusedWatchOnceEachAttempt() throws Exception {
        proxy.answer(request -> request.isWatch() && request.query().contains(name), 2, 503);

        observed.objects().watch(key, NO_LISTENER);
        assertThat(observed.objects().awaitSynced(List.of(key), Duration.ofSeconds(10)))
                .isTrue();

        await().untilAsserted(() -> assertThat(counted).containsExactly("watch 503", "watch 503", "watch 200"));
    }
}
