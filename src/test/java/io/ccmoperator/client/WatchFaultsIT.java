// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.LogLines;
import io.ccmoperator.apiserver.RequiresApiServer;
import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.faults.FaultyProxy;
import io.ccmoperator.faults.SeenRequest;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@RequiresApiServer
class WatchFaultsIT extends WatchesOfProcess {
    private static final Predicate<SeenRequest> WATCH_LIST =
            request -> request.query().contains("sendInitialEvents");

    @Test
    void watchesAgainWhenServerEndsWatch() throws Exception {
        watchIt();

        proxy.endWatches(watches);
        await().untilAsserted(() -> assertThat(proxy.count(watches)).isEqualTo(2));

        awaitState(new CacheState.Present(write("a")));
    }

    @Test
    void noticesChangesWhileConnectionsAreRefused() throws Exception {
        write("a");
        watchIt();
        proxy.refuse();
        delete();
        proxy.accept();
        awaitState(new CacheState.Absent());

        proxy.refuse();
        KubernetesObject last = write("b");
        proxy.accept();
        awaitState(new CacheState.Present(last));
    }

    @Test
    void noticesCutConnection() throws Exception {
        watchIt();

        proxy.cut();

        await().untilAsserted(() -> assertThat(proxy.count(watches)).isEqualTo(2));
        awaitState(new CacheState.Present(write("a")));
    }

    @Test
    void watchesAgainWhenServerResetsStream() throws Exception {
        watchIt();

        proxy.resetWatches(watches);

        await().untilAsserted(() -> assertThat(proxy.count(watches)).isEqualTo(2));
        awaitState(new CacheState.Present(write("a")));
        assertThat(proxy.connectionsMade()).isEqualTo(1);
    }

    @Test
    void keepsWatchingOnConnectionThatTheServerLeavesAndOpensAnother() throws Exception {
        watchIt();

        proxy.goAway();
        awaitState(new CacheState.Present(write("a")));
        assertThat(connection.server().get(key)).isPresent();
        assertThat(proxy.connectionsMade()).isEqualTo(2);
        assertThat(proxy.count(watches)).isEqualTo(1);

        proxy.endWatches(watches);
        awaitState(new CacheState.Present(write("b")));
        assertThat(proxy.connectionsMade()).isEqualTo(2);
    }

    @Test
    void watchesWhenServerLeavesBeforeInitialEventsHaveEnded() throws Exception {
        KubernetesObject present = write("a");
        AtomicBoolean left = new AtomicBoolean();
        proxy.beforeEvent(watches, () -> {
            if (left.compareAndSet(false, true)) {
                proxy.goAway();
            }
        });

        watchIt();

        assertThat(left).isTrue();
        awaitState(new CacheState.Present(present));
        awaitState(new CacheState.Present(write("b")));
    }

    @Test
    void sendsRequestAgainWhenServerLeavesBeforeItsAnswer() throws Exception {
        watchIt();
        proxy.afterAnswer(request -> request.path().endsWith(name), 0, proxy::goAway);

        assertThat(connection.server().get(key)).isEmpty();

        awaitState(new CacheState.Present(write("a")));
    }

    @Test
    void watchesThroughProxyWithoutHttp2() throws Exception {
        List<ObjectKey> keys = IntStream.range(0, 12)
                .mapToObj(i -> new ObjectKey(ResourceKind.CONFIG_MAP, "default", name + "-" + i))
                .toList();
        try (FaultyProxy old = FaultyProxy.withoutHttp2(process);
                ApiConnection through = Connections.open(old.kubeconfig(), vertx)) {
            through.objects().watch(key, listener);
            keys.forEach(each -> through.objects().watch(each, listener));
            assertThat(through.objects().awaitSynced(keys, Duration.ofSeconds(30)))
                    .isTrue();

            KubernetesObject present = write("a");
            await().untilAsserted(
                            () -> assertThat(through.objects().state(key)).isEqualTo(new CacheState.Present(present)));
            assertThat(old.openWatches()).isEqualTo(13);
            assertThat(old.connections()).isEqualTo(13);
            assertThat(through.server().get(key)).isPresent();
        }
    }

    @Test
    void receivesEventThatArrivesByteByByte() throws Exception {
        watchIt();
        proxy.crumbleEvents(watches, 1);

        KubernetesObject large = write("größer 云控制器 🚀 ".repeat(1_000));

        awaitState(new CacheState.Present(large));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1})
    void informerReceivesTextBeyondAscii(int crumbledWatches) throws Exception {
        Predicate<SeenRequest> informers =
                request -> request.isWatch() && !request.query().contains("Initial");
        proxy.crumbleEvents(informers, crumbledWatches);
        String last = "";
        try (SharedIndexInformer<ConfigMap> informer =
                connection.kubernetes().configMaps().inNamespace("default").inform()) {
            await().untilAsserted(() -> assertThat(proxy.count(informers)).isEqualTo(1));

            for (int i = 0; i < 20; i++) {
                last = "größer 云控制器 🚀 ".repeat(10 + 50 * i);
                write(last);
            }

            String written = last;
            await().untilAsserted(() -> assertThat(informer.getStore().getByKey("default/" + name))
                    .extracting(ConfigMap::getData)
                    .isEqualTo(Map.of("key", written)));
            assertThat(proxy.count(informers)).as("the first watch").isEqualTo(1);
        }
    }

    @Test
    void opensSecondConnectionWhenOneHasNoStreamsLeft() throws Exception {
        List<ObjectKey> keys = IntStream.range(0, 130)
                .mapToObj(i -> new ObjectKey(ResourceKind.CONFIG_MAP, "default", name + "-" + i))
                .toList();

        keys.forEach(each -> objects.watch(each, listener));

        assertThat(objects.awaitSynced(keys, Duration.ofSeconds(30))).isTrue();
        assertThat(connection.server().get(key)).isEmpty();
        assertThat(proxy.connectionsMade()).isBetween(2, 16);
    }

    @Test
    void recoversLostEventByNextInitialList() throws Exception {
        watchIt();
        proxy.dropEvents(watches, 1);
        KubernetesObject missed = write("a");

        proxy.endWatches(watches);

        awaitState(new CacheState.Present(missed));
    }

    @Test
    void listsAgainWhenVersionIsTooOld() throws Exception {
        watchIt();

        proxy.tellWatches(watches, """
                {"type":"ERROR","object":{"apiVersion":"v1","kind":"Status","code":410,"message":"too old"}}""");

        await().untilAsserted(() -> assertThat(proxy.count(WATCH_LIST)).isEqualTo(2));
        assertThat(proxy.count(watches)).isEqualTo(2);
        awaitState(new CacheState.Present(write("a")));
    }

    @Test
    void listsFirstWhenServerLacksWatchLists() throws Exception {
        KubernetesObject present = write("a");
        proxy.answer(WATCH_LIST, Integer.MAX_VALUE, 422);

        watchIt();
        assertThat(objects.state(key)).isEqualTo(new CacheState.Present(present));
        awaitState(new CacheState.Present(write("b")));

        proxy.endWatches(watches);
        delete();
        awaitState(new CacheState.Absent());
        assertThat(proxy.count(WATCH_LIST)).isEqualTo(1);
    }

    @Test
    void survivesServerErrors() throws Exception {
        proxy.answer(watches, 1, 429, "1");
        proxy.answer(watches, 1, 500);
        proxy.answer(watches, 1, 503);
        proxy.answer(watches, 1, 403);

        watchIt();

        await().untilAsserted(() -> assertThat(proxy.count(watches)).isEqualTo(5));
        assertThat(objects.isAlive()).isTrue();
        awaitState(new CacheState.Present(write("a")));
    }

    @Test
    void optionalObjectThatMayNotBeReadIsNotWaitedFor() throws Exception {
        Predicate<SeenRequest> reads = request -> request.query().contains(name);
        proxy.answer(reads, Integer.MAX_VALUE, 403);

        objects.watchOptional(key, listener);

        await().until(() -> proxy.count(reads) > 1);
        assertThat(objects.state(key).isSynced()).isFalse();
        assertThat(objects.hasSynced()).isTrue();
        assertThat(objects.isAlive()).isTrue();
        objects.watch(key, () -> {});
        assertThat(objects.hasSynced()).isFalse();
        proxy.heal();
        awaitState(new CacheState.Absent());
    }

    @Test
    void staysReadyWhileServerIsUnreachable() throws Exception {
        try (ApiConnection touchy = Connections.open(proxy.kubeconfig(), vertx)) {
            proxy.refuse();
            touchy.objects().watch(key, listener);
            assertThat(touchy.objects().isAlive()).isTrue();
            assertThat(touchy.objects().awaitSynced(List.of(key), Duration.ofMillis(100)))
                    .isFalse();
            assertThat(touchy.objects().hasSynced()).isFalse();
            assertThat(touchy.objects().isAlive()).isTrue();

            proxy.accept();
            await().until(() -> touchy.objects().hasSynced());
            assertThat(touchy.objects().isAlive()).isTrue();
        }
    }

    @Test
    void ignoresStaleObjectsOfLaggingServer() throws Exception {
        KubernetesObject old = write("old");
        watchIt();
        KubernetesObject current = write("new");
        awaitState(new CacheState.Present(current), 2);
        proxy.readAsOf(watches, old.fields().string("metadata", "resourceVersion"));
        int before = notified.get();

        proxy.tellWatches(watches, """
                {"type":"ERROR","object":{"apiVersion":"v1","kind":"Status","code":410,"message":"too old"}}""");
        await().untilAsserted(
                        () -> assertThat(proxy.count(request -> request.query().contains("limit=1")))
                                .isGreaterThanOrEqualTo(1));

        KubernetesObject newest = write("newest");
        awaitState(new CacheState.Present(newest));
        await().untilAsserted(() -> assertThat(notified).hasValue(before + 1));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "{\"metadata\": {\"name\": \"watched\", \"resourceVersion\": \"9999999\"}}",
                "{\"apiVersion\": \"v1\", \"kind\": \"ConfigMap\", \"metadata\": {\"name\": \"other\", \"resourceVersion\": \"9999999\"}}"
            })
    void watchesAgainAfterEventOfAnotherObject(String other) throws Exception {
        write("a");
        watchIt();
        long before = proxy.count(watches);

        proxy.tellWatches(watches, "{\"type\": \"MODIFIED\", \"object\": " + other + "}");

        await().until(() -> proxy.count(watches) > before);
        awaitState(new CacheState.Present(write("b")));
    }

    /** As one does that was restored from a backup. */
    @Test
    void followsServerThatHasGoneBack() throws Exception {
        KubernetesObject old = write("old");
        watchIt();
        awaitState(new CacheState.Present(write("new")), 2);
        proxy.readAsOf(
                request -> request.query().contains("limit=1"), old.fields().string("metadata", "resourceVersion"));
        proxy.readAsOf(watches, old.fields().string("metadata", "resourceVersion"));
        int before = notified.get();

        proxy.tellWatches(watches, """
                {"type":"ERROR","object":{"apiVersion":"v1","kind":"Status","code":410,"message":"too old"}}""");

        // to the old one, and to the new one by the events after it
        await().untilAsserted(() -> assertThat(notified).hasValue(before + 2));
    }

    @Test
    void watchesAgainAfterServerRestart() throws Exception {
        write("a");
        watchIt();

        process.stop();
        await().until(() -> proxy.count(watches) > 2);
        assertThat(objects.state(key).object()).isPresent();
        process.startAgain();

        awaitState(new CacheState.Present(write("b")));
    }

    @Test
    void listsWhenServerIgnoresWatchLists() throws Exception {
        proxy.dropEvents(WATCH_LIST, Integer.MAX_VALUE);
        try (ApiConnection impatient = Connections.impatient(proxy.kubeconfig(), vertx)) {
            impatient.objects().watch(key, listener);

            assertThat(impatient.objects().awaitSynced(List.of(key), SOON)).isTrue();
            assertThat(impatient.objects().state(key)).isEqualTo(new CacheState.Absent());
        }
    }

    @Test
    void watchesAgainWhenServerDoesNotAnswerButNotWhenItsAnswerLasts() throws Exception {
        // The first requests of a process take longer than the timings of this test.
        connection.server().get(key);
        proxy.delay(watches, 1, Duration.ofHours(1));
        try (ApiConnection impatient = Connections.impatient(proxy.kubeconfig(), vertx)) {
            impatient.objects().watch(key, listener);

            assertThat(impatient.objects().awaitSynced(List.of(key), SOON)).isTrue();

            await().during(Connections.IMPATIENT.request().multipliedBy(3).dividedBy(2))
                    .until(() -> proxy.count(watches) == 2);
            assertThat(proxy.count(request -> request.query().contains("limit=1")))
                    .isZero();
        }
    }

    @Test
    void logsRefusalOfWatchOnceWithTheServersMessage() throws Exception {
        watchIt();
        try (LogLines log = LogLines.of(ObjectWatch.class)) {
            proxy.answer(request -> request.query().contains(name), 6, 403);
            proxy.endWatches(watches);
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(log.lines()).hasSize(2));

            assertThat(log.lines())
                    .containsExactly(
                            "WARN " + key + ": cannot watch, retrying: the proxy says 403",
                            "INFO " + key + ": watch established again");
        }
        awaitState(new CacheState.Present(write("a")));
    }

    @Test
    void watchesAgainWhenEventIsLongerThanAnyObject() throws Exception {
        watchIt();
        try (LogLines log = LogLines.of(ObjectWatch.class)) {
            proxy.tellWatches(watches, " ".repeat(20 << 20));
            await().untilAsserted(() -> assertThat(log.lines())
                    .contains("WARN " + key
                            + ": cannot watch, retrying: an event of the watch is longer than 16777216 bytes"));
        }
        awaitState(new CacheState.Present(write("a")));
    }

    @Test
    void logsPageOfProxyInPlaceOfEvents() throws Exception {
        watchIt();
        try (LogLines log = LogLines.of(ObjectWatch.class)) {
            proxy.answerWithPage(watches, 3, "text/html", "<html>\n<body>Sign in</body>\n</html>");
            proxy.endWatches(watches);
            awaitState(new CacheState.Present(write("a")));

            assertThat(log.lines())
                    .containsExactly(
                            "WARN " + key
                                    + ": cannot watch, retrying: the response is not a Kubernetes object; check for a"
                                    + " proxy that answers instead",
                            "INFO " + key + ": watch established again");
        }
    }

    /** So the server of these tests answers for the kinds of CustomResourceDefinitions; the genuine one of 1.20.2 sends 503. */
    @Test
    void keepsObjectWhileServerThatStartsDoesNotKnowItsKindYet() throws Exception {
        write("a");
        proxy.answer(watches, 2, 404);
        watchIt();
        assertThat(objects.state(key).object()).isPresent();
        notified.set(0);

        proxy.answer(watches, 2, 404);
        proxy.endWatches(watches);
        await().untilAsserted(() -> assertThat(proxy.count(watches)).isEqualTo(6));

        awaitState(new CacheState.Present(write("b")), 1);
    }

    @Test
    void reportsAbsentWhenTheKindIsRemovedWhileWatched() throws Exception {
        try (ApiConnection impatient = Connections.impatient(proxy.kubeconfig(), vertx)) {
            KubernetesObject present = write("a");
            impatient.objects().watch(key, listener);
            await().untilAsserted(() ->
                    assertThat(impatient.objects().state(key)).isEqualTo(new CacheState.Present(present)));

            proxy.answer(request -> request.query().contains(name), Integer.MAX_VALUE, 404);
            proxy.endWatches(watches);
            await().untilAsserted(
                            () -> assertThat(impatient.objects().state(key)).isEqualTo(new CacheState.Absent()));

            proxy.heal();
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() ->
                            assertThat(impatient.objects().state(key)).isEqualTo(new CacheState.Present(present)));
        }
    }

    @Test
    void logsOneLineForAnOutageOfAllWatchesAndOneForItsEnd() throws Exception {
        List<ObjectKey> keys = IntStream.range(0, 12)
                .mapToObj(i -> new ObjectKey(ResourceKind.CONFIG_MAP, "default", name + "-" + i))
                .toList();
        keys.forEach(each -> objects.watch(each, listener));
        assertThat(objects.awaitSynced(keys, Duration.ofSeconds(30))).isTrue();

        try (LogLines log = LogLines.ofPackage(ApiConnection.class)) {
            int before = proxy.connectionsMade();
            proxy.refuse();
            await().atMost(Duration.ofSeconds(30)).until(() -> proxy.connectionsMade() > before + 5);
            proxy.accept();
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(log.notices()).isNotEmpty());

            assertThat(log.warnings()).hasSize(1);
            assertThat(log.warnings().get(0)).matches("API server https://[0-9.:]+ unreachable, retrying: .*");
            assertThat(log.notices()).hasSize(1);
            assertThat(log.notices().get(0)).matches("API server https://[0-9.:]+ answers again after [0-9]+ s");
        }
    }
}
