// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static io.ccmoperator.client.ApiServer.DryRun.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.YamlText;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.faults.FaultyProxy;
import io.ccmoperator.faults.SeenRequest;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/** An API server process, the proxy before it, and watches through that. */
abstract class WatchesOfProcess {
    static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    static Path folder;

    static Vertx vertx;
    static io.ccmoperator.apiserver.ApiServer process;

    final String name = "test-" + UUID.randomUUID();
    final ObjectKey key = new ObjectKey(ResourceKind.CONFIG_MAP, "default", name);
    final Predicate<SeenRequest> watches =
            request -> request.isWatch() && request.query().contains(name);
    final AtomicInteger notified = new AtomicInteger();
    final Runnable listener = notified::incrementAndGet;

    FaultyProxy proxy;
    ApiConnection connection;
    ApiConnection other;
    ObjectCache objects;

    @BeforeAll
    static void startProcess() {
        vertx = Vertx.vertx();
        process = io.ccmoperator.apiserver.ApiServer.start(folder);
    }

    @AfterAll
    static void stopProcess() throws Exception {
        process.close();
        Connections.close(vertx);
    }

    @BeforeEach
    void connect() {
        proxy = FaultyProxy.before(process);
        connection = Connections.open(proxy.kubeconfig(), vertx);
        objects = connection.objects();
        other = Connections.open(process.kubeconfig(process.uri()), vertx);
    }

    @AfterEach
    void disconnect() {
        connection.close();
        other.close();
        proxy.close();
    }

    KubernetesObject configMap(String value) {
        return YamlText.manifest("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {namespace: default, name: %s}
                data: {key: "%s"}
                """.formatted(name, value));
    }

    KubernetesObject write(String value) {
        return other.server().get(key).isPresent()
                ? other.server().replace(configMap(value), NONE)
                : other.server().create(configMap(value), NONE);
    }

    void delete() {
        KubernetesObject present = other.server().get(key).orElseThrow();
        other.server().delete(key, present.fields().string("metadata", "uid"));
    }

    void watchIt() throws InterruptedException {
        objects.watch(key, listener);
        assertThat(objects.awaitSynced(List.of(key), SOON)).isTrue();
        await().untilAsserted(() -> assertThat(notified).hasPositiveValue());
    }

    void awaitState(CacheState state) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(objects.state(key)).isEqualTo(state));
    }

    void awaitState(CacheState state, int times) {
        awaitState(state);
        await().untilAsserted(() -> assertThat(notified).hasValue(times));
    }
}
