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
import io.ccmoperator.faults.SeenRequest;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

@EnabledIfEnvironmentVariable(
        named = io.ccmoperator.apiserver.ApiServer.ASSETS,
        matches = ".+",
        disabledReason = io.ccmoperator.apiserver.ApiServer.SKIPPED)
class WatchedObjectsIT extends WatchesOfProcess {
    @Test
    void creation_change_and_deletion_are_seen_and_told() throws Exception {
        watchIt();
        assertThat(objects.state(key)).isEqualTo(new Observed.Absent());

        awaitState(new Observed.Present(write("a")), 2);
        awaitState(new Observed.Present(write("b")), 3);
        delete();
        awaitState(new Observed.Absent(), 4);
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
    void a_listener_that_throws_keeps_no_other_from_being_told() throws Exception {
        objects.watch(key, () -> {
            throw new IllegalStateException("a listener of a test");
        });
        watchIt();
        awaitState(new Observed.Present(write("a")), 2);
        assertThat(objects.isAlive()).isTrue();
    }

    @Test
    void a_slow_server_is_waited_for() throws Exception {
        proxy.delay(watches, 1, Duration.ofSeconds(3));

        watchIt();

        assertThat(proxy.count(watches)).isEqualTo(1);
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
}
