// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static io.ccmoperator.client.ApiServer.DryRun.NONE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.CustomResources;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.faults.SeenRequest;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@RequiresApiServer
class ObjectCacheIT extends WatchesOfProcess {
    @Test
    void notifiesListenerOfCreationChangeAndDeletion() throws Exception {
        watchIt();
        assertThat(objects.state(key)).isEqualTo(new CacheState.Absent());

        awaitState(new CacheState.Present(write("a")), 2);
        awaitState(new CacheState.Present(write("b")), 3);
        delete();
        awaitState(new CacheState.Absent(), 4);
    }

    @Test
    void syncsExistingObjectAfterOneRequest() throws Exception {
        KubernetesObject present = write("a");

        watchIt();

        assertThat(objects.state(key)).isEqualTo(new CacheState.Present(present));
        assertThat(proxy.count(SeenRequest.ANY)).isEqualTo(1);
        assertThat(objects.hasSynced()).isTrue();
    }

    @Test
    void sharesWatchBetweenListenersUntilLastOneEnds() throws Exception {
        AtomicInteger second = new AtomicInteger();
        Runnable secondListener = second::incrementAndGet;
        watchIt();
        objects.watch(key, secondListener);
        objects.watch(key, secondListener);

        objects.unwatch(key, listener);
        awaitState(new CacheState.Present(write("a")));
        await().untilAsserted(() -> assertThat(second).hasValueGreaterThanOrEqualTo(1));
        assertThat(proxy.count(watches)).isEqualTo(1);

        objects.unwatch(key, secondListener);
        assertThat(objects.state(key)).isEqualTo(new CacheState.NotSynced());
    }

    @Test
    void ignoresOtherObjects() throws Exception {
        watchIt();
        int before = notified.get();
        for (int i = 0; i < 20; i++) {
            KubernetesObject foreign = configMap("x");
            foreign.fields().map("metadata").put("name", "foreign-" + UUID.randomUUID());
            other.server().create(foreign, NONE);
        }
        awaitState(new CacheState.Present(write("a")), before + 1);
    }

    @Test
    void watchesWithOneRequestEachAndOneConnectionForAll() throws Exception {
        List<ObjectKey> keys = IntStream.range(0, 60)
                .mapToObj(i -> new ObjectKey(ResourceKind.CONFIG_MAP, "default", name + "-" + i))
                .toList();

        keys.forEach(each -> objects.watch(each, listener));

        assertThat(objects.awaitSynced(keys, Duration.ofSeconds(30))).isTrue();
        assertThat(proxy.count(SeenRequest.ANY)).isEqualTo(60);
        assertThat(proxy.connectionsMade()).isEqualTo(1);
    }

    @Test
    void cachesAnswerToWriteAndNotifiesAllButWriter() throws Exception {
        AtomicInteger others = new AtomicInteger();
        objects.watch(key, others::incrementAndGet);
        watchIt();
        await().untilAsserted(() -> assertThat(others).hasValue(1));
        int before = notified.get();

        KubernetesObject written = connection.server().create(configMap("a"), NONE);
        objects.recordWrite(written, listener);

        assertThat(objects.state(key)).isEqualTo(new CacheState.Present(written));
        await().untilAsserted(() -> assertThat(others).hasValue(2));
        awaitState(new CacheState.Present(write("b")));
        await().untilAsserted(() -> assertThat(others).hasValue(3));
        assertThat(notified.get()).isBetween(before + 1, before + 2);
    }

    @Test
    void notifiesOthersWhenListenerThrows() throws Exception {
        objects.watch(key, () -> {
            throw new IllegalStateException("a listener of a test");
        });
        watchIt();
        awaitState(new CacheState.Present(write("a")), 2);
        assertThat(objects.isAlive()).isTrue();
    }

    @Test
    void waitsForSlowServer() throws Exception {
        proxy.delay(watches, 1, Duration.ofSeconds(3));

        watchIt();

        assertThat(proxy.count(watches)).isEqualTo(1);
    }

    @Test
    void reportsMissingKindAsAbsentAndWatchesItOnceItAppears() throws Exception {
        ObjectKey clusterOperator = ObjectKey.ofCluster(ResourceKind.CLUSTER_OPERATOR, name);
        try (ApiConnection impatient = Connections.impatient(proxy.kubeconfig(), vertx)) {
            impatient.objects().watch(clusterOperator, listener);
            assertThat(impatient.objects().awaitSynced(List.of(clusterOperator), SOON))
                    .isTrue();
            assertThat(impatient.objects().state(clusterOperator)).isEqualTo(new CacheState.Absent());
            assertThat(impatient.objects().isAlive()).isTrue();

            CustomResources.load(process.admin());
            KubernetesObject created = other.server().create(YamlText.manifest("""
                    apiVersion: config.openshift.io/v1
                    kind: ClusterOperator
                    metadata: {name: %s}
                    spec: {}
                    """.formatted(name)), NONE);

            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(impatient.objects().state(clusterOperator))
                            .isEqualTo(new CacheState.Present(created)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 20_000})
    void receivesTextBeyondAsciiByWatchAndByList(int repetitions) throws Exception {
        String text = "größer 云控制器 🚀 ".repeat(repetitions);
        watchIt();

        KubernetesObject written = write(text);
        assertThat(written.fields().string("data", "key")).isEqualTo(text);
        awaitState(new CacheState.Present(written));
        KubernetesObject changed = write(text + "é");
        awaitState(new CacheState.Present(changed));

        try (ApiConnection later = Connections.open(proxy.kubeconfig(), vertx)) {
            proxy.answer(request -> request.query().contains("sendInitialEvents"), Integer.MAX_VALUE, 422);
            later.objects().watch(key, listener);
            assertThat(later.objects().awaitSynced(List.of(key), SOON)).isTrue();
            assertThat(later.objects().state(key)).isEqualTo(new CacheState.Present(changed));
        }
    }

    @Test
    void endsWatchThatIsUnwatchedBeforeItHasBegun() {
        proxy.delay(watches, 1, Duration.ofSeconds(1));
        objects.watch(key, listener);
        await().until(() -> proxy.count(watches) == 1);

        objects.unwatch(key, listener);

        await().atMost(SOON).during(Duration.ofSeconds(2)).until(() -> proxy.openWatches() == 0);
        assertThat(proxy.count(SeenRequest.ANY)).isEqualTo(1);
    }

    @Test
    void sendsNothingAfterClose() throws Exception {
        watchIt();
        connection.server().get(key);
        ObjectKey missing = ObjectKey.ofCluster(ResourceKind.CLUSTER_VERSION, name);
        proxy.answer(request -> request.path().contains("clusterversions"), Integer.MAX_VALUE, 503);
        objects.watch(missing, listener);
        await().until(() -> proxy.count(request -> request.path().contains("clusterversions")) > 2);

        connection.close();
        await().until(() -> proxy.connections() == 0);
        int made = proxy.connectionsMade();

        await().atMost(SOON)
                .during(Duration.ofSeconds(5))
                .until(() -> proxy.connections() == 0 && proxy.connectionsMade() == made);
        assertThat(objects.isAlive()).isFalse();
    }

    @Test
    void isNotAliveWhileListenerDoesNotReturn() throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        try (ApiConnection impatient = Connections.impatient(proxy.kubeconfig(), vertx)) {
            impatient.objects().watch(key, () -> awaitUninterrupted(stuck));

            await().until(() -> !impatient.objects().isAlive());
            stuck.countDown();

            await().until(() -> impatient.objects().isAlive());
        }
    }

    private static void awaitUninterrupted(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
