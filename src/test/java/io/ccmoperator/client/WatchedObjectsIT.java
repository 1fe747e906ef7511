/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import static io.ccmoperator.client.ApiServer.Persistence.STORED;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.ccmoperator.YamlText;
import io.ccmoperator.apiserver.CustomResources;
import io.ccmoperator.assets.Manifest;
import io.ccmoperator.faults.FaultyProxy;
import io.ccmoperator.faults.SeenRequest;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;
import org.junit.jupiter.api.io.TempDir;

@EnabledIfEnvironmentVariable(
        named = io.ccmoperator.apiserver.ApiServer.ASSETS,
        matches = ".+",
        disabledReason = io.ccmoperator.apiserver.ApiServer.SKIPPED)
class WatchedObjectsIT {
    private static final Duration SOON = Duration.ofSeconds(10);

    @TempDir
    static Path folder;

    private static final Vertx VERTX = Vertx.vertx();
    private static io.ccmoperator.apiserver.ApiServer process;

    private final String name = "test-" + UUID.randomUUID();
    private final ObjectKey key = new ObjectKey(ResourceKind.CONFIG_MAP, "default", name);
    private final Predicate<SeenRequest> watches =
            request -> request.isWatch() && request.query().contains(name);
    private final AtomicInteger told = new AtomicInteger();
    private final Runnable listener = told::incrementAndGet;

    private FaultyProxy proxy;
    private ApiConnection connection;
    private ApiConnection other;
    private WatchedObjects objects;

    @BeforeAll
    static void startProcess() {
        process = io.ccmoperator.apiserver.ApiServer.start(folder);
    }

    @AfterAll
    static void stopProcess() throws Exception {
        process.close();
        Connections.close(VERTX);
    }

    @BeforeEach
    void connect() {
        proxy = FaultyProxy.before(process);
        connection = Connections.open(proxy.kubeconfig(), VERTX, Connections.HASTY);
        objects = connection.objects();
        other = Connections.open(process.kubeconfig(process.uri()), VERTX, Connections.HASTY);
    }

    @AfterEach
    void disconnect() {
        connection.close();
        other.close();
        proxy.close();
    }

    private Manifest configMap(String value) {
        return YamlText.manifest("""
                apiVersion: v1
                kind: ConfigMap
                metadata: {namespace: default, name: %s}
                data: {key: "%s"}
                """.formatted(name, value));
    }

    private Manifest write(String value) {
        return other.server().get(key).isPresent()
                ? other.server().replace(configMap(value), STORED)
                : other.server().create(configMap(value), STORED);
    }

    private void delete() {
        Manifest present = other.server().get(key).orElseThrow();
        other.server().delete(key, present.text("metadata", "uid"));
    }

    private void watchIt() throws InterruptedException {
        objects.watch(key, listener);
        assertThat(objects.awaitKnown(List.of(key), SOON)).isTrue();
        await().untilAsserted(() -> assertThat(told).hasPositiveValue());
    }

    private void awaitState(Observed state) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(objects.state(key)).isEqualTo(state));
    }

    @Test
    void creation_change_and_deletion_are_seen_and_told() throws Exception {
        watchIt();
        assertThat(objects.state(key)).isEqualTo(new Observed.Absent());

        awaitState(new Observed.Present(write("a")), 2);
        awaitState(new Observed.Present(write("b")), 3);
        delete();
        awaitState(new Observed.Absent(), 4);
    }

    private void awaitState(Observed state, int times) {
        awaitState(state);
        await().untilAsserted(() -> assertThat(told).hasValue(times));
    }

    @Test
    void what_is_there_already_is_known_after_one_request() throws Exception {
        Manifest present = write("a");

        watchIt();

        assertThat(objects.state(key)).isEqualTo(new Observed.Present(present));
        assertThat(proxy.count(SeenRequest.ANY)).isEqualTo(1);
        assertThat(objects.allKnown()).isTrue();
    }

    @Test
    void several_listeners_share_a_watch_that_ends_with_the_last_of_them() throws Exception {
        AtomicInteger second = new AtomicInteger();
        Runnable secondListener = second::incrementAndGet;
        watchIt();
        objects.watch(key, secondListener);
        objects.watch(key, secondListener);

        objects.unwatch(key, listener);
        awaitState(new Observed.Present(write("a")));
        await().untilAsserted(() -> assertThat(second).hasValueGreaterThanOrEqualTo(1));
        assertThat(proxy.count(watches)).isEqualTo(1);

        objects.unwatch(key, secondListener);
        assertThat(objects.state(key)).isEqualTo(new Observed.NotYetKnown());
    }

    @Test
    void other_objects_cost_nothing() throws Exception {
        watchIt();
        int before = told.get();
        for (int i = 0; i < 20; i++) {
            Manifest foreign = configMap("x");
            foreign.map("metadata").put("name", "foreign-" + UUID.randomUUID());
            other.server().create(foreign, STORED);
        }
        awaitState(new Observed.Present(write("a")), before + 1);
    }

    @Test
    void many_watches_share_one_connection() throws Exception {
        List<ObjectKey> keys = IntStream.range(0, 60)
                .mapToObj(i -> new ObjectKey(ResourceKind.CONFIG_MAP, "default", name + "-" + i))
                .toList();

        keys.forEach(each -> objects.watch(each, listener));

        assertThat(objects.awaitKnown(keys, Duration.ofSeconds(30))).isTrue();
        assertThat(proxy.count(SeenRequest.ANY)).isEqualTo(60);
        assertThat(proxy.connections()).isEqualTo(1);
    }

    @Test
    void an_answer_to_a_write_is_known_at_once_and_wakes_all_but_the_writer() throws Exception {
        AtomicInteger others = new AtomicInteger();
        objects.watch(key, others::incrementAndGet);
        watchIt();
        await().untilAsserted(() -> assertThat(others).hasValue(1));
        int before = told.get();

        Manifest written = connection.server().create(configMap("a"), STORED);
        objects.seen(written, listener);

        assertThat(objects.state(key)).isEqualTo(new Observed.Present(written));
        await().untilAsserted(() -> assertThat(others).hasValue(2));
        awaitState(new Observed.Present(write("b")));
        await().untilAsserted(() -> assertThat(others).hasValue(3));
        assertThat(told.get()).isBetween(before + 1, before + 2);
    }

    @Test
    void a_watch_that_the_server_ends_is_begun_anew() throws Exception {
        watchIt();

        proxy.endWatches(watches);
        await().untilAsserted(() -> assertThat(proxy.count(watches)).isEqualTo(2));

        awaitState(new Observed.Present(write("a")));
    }

    @Test
    void what_happens_while_connections_are_refused_is_known_afterwards() throws Exception {
        write("a");
        watchIt();
        proxy.refuse();
        delete();
        proxy.accept();
        awaitState(new Observed.Absent());

        proxy.refuse();
        Manifest last = write("b");
        proxy.accept();
        awaitState(new Observed.Present(last));
    }

    @Test
    void a_cut_connection_is_noticed() throws Exception {
        watchIt();

        proxy.cut();

        await().untilAsserted(() -> assertThat(proxy.count(watches)).isEqualTo(2));
        awaitState(new Observed.Present(write("a")));
    }

    @Test
    void a_lost_event_is_made_up_for_by_the_next_beginning() throws Exception {
        watchIt();
        proxy.dropEvents(watches, 1);
        Manifest missed = write("a");

        proxy.endWatches(watches);

        awaitState(new Observed.Present(missed));
    }

    @Test
    void a_version_that_is_too_old_leads_to_a_fresh_beginning() throws Exception {
        watchIt();

        proxy.tellWatches(watches, """
                {"type":"ERROR","object":{"kind":"Status","code":410,"message":"too old resource version"}}""");

        await().untilAsserted(() -> assertThat(proxy.count(watches)).isEqualTo(2));
        awaitState(new Observed.Present(write("a")));
    }

    @Test
    void a_server_without_watch_lists_is_listed_first() throws Exception {
        Manifest present = write("a");
        proxy.answer(request -> request.query().contains("sendInitialEvents"), Integer.MAX_VALUE, 422);

        watchIt();
        assertThat(objects.state(key)).isEqualTo(new Observed.Present(present));
        awaitState(new Observed.Present(write("b")));

        proxy.endWatches(watches);
        delete();
        awaitState(new Observed.Absent());
        assertThat(proxy.count(request -> request.query().contains("sendInitialEvents")))
                .isEqualTo(1);
    }

    @Test
    void errors_of_the_server_are_outlasted() throws Exception {
        proxy.answer(watches, 1, 429, "1");
        proxy.answer(watches, 1, 500);
        proxy.answer(watches, 1, 503);
        proxy.answer(watches, 1, 403);

        watchIt();

        assertThat(proxy.count(watches)).isEqualTo(5);
        assertThat(objects.isAlive()).isTrue();
    }

    @Test
    void a_slow_server_is_waited_for() throws Exception {
        proxy.delay(watches, 1, Duration.ofSeconds(3));

        watchIt();

        assertThat(proxy.count(watches)).isEqualTo(1);
    }

    @Test
    void a_server_that_does_not_answer_is_asked_again() throws Exception {
        proxy.delay(watches, 1, Duration.ofMinutes(5));
        try (ApiConnection impatient = Connections.open(proxy.kubeconfig(), VERTX, Connections.IMPATIENT)) {
            impatient.objects().watch(key, listener);

            await().atMost(Duration.ofSeconds(30))
                    .until(() -> impatient.objects().state(key).isKnown());
            assertThat(proxy.count(watches)).isGreaterThanOrEqualTo(2);
        }
    }

    @Test
    void a_watch_that_dies_without_a_word_is_noticed() throws Exception {
        watchIt();
        proxy.pause();
        Manifest meanwhile = write("a");

        await().atMost(Duration.ofSeconds(45)).until(() -> proxy.connections() == 0);
        proxy.resume();

        awaitState(new Observed.Present(meanwhile));
    }

    @Test
    void a_lagging_server_does_not_bring_back_what_is_past() throws Exception {
        Manifest old = write("old");
        watchIt();
        Manifest current = write("new");
        awaitState(new Observed.Present(current));
        proxy.readAsOf(request -> request.method().equals("GET"), old.text("metadata", "resourceVersion"));
        int before = told.get();

        proxy.endWatches(watches);
        await().untilAsserted(
                        () -> assertThat(proxy.count(request -> request.query().contains("&resourceVersion=")))
                                .isGreaterThanOrEqualTo(1));

        Manifest newest = write("newest");
        awaitState(new Observed.Present(newest));
        await().untilAsserted(() -> assertThat(told).hasValue(before + 1));
    }

    @Test
    void a_kind_that_is_missing_is_absent_and_watched_when_it_appears() throws Exception {
        ObjectKey clusterOperator = ObjectKey.ofCluster(ResourceKind.CLUSTER_OPERATOR, name);
        objects.watch(clusterOperator, listener);
        watchIt();
        assertThat(objects.awaitKnown(List.of(clusterOperator), SOON)).isTrue();
        assertThat(objects.state(clusterOperator)).isEqualTo(new Observed.Absent());
        assertThat(objects.isAlive()).isTrue();

        CustomResources.load(process.admin());
        Manifest created = other.server().create(YamlText.manifest("""
                apiVersion: config.openshift.io/v1
                kind: ClusterOperator
                metadata: {name: %s}
                spec: {}
                """.formatted(name)), STORED);

        await().untilAsserted(
                        () -> assertThat(objects.state(clusterOperator)).isEqualTo(new Observed.Present(created)));
    }

    @Test
    void a_restarted_server_is_watched_again() throws Exception {
        write("a");
        watchIt();

        process.stop();
        await().until(() -> proxy.count(watches) > 2);
        assertThat(objects.state(key).object()).isPresent();
        process.startAgain();

        awaitState(new Observed.Present(write("b")));
    }
}
