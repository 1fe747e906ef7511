// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.events;

import static io.ccmoperator.events.EventReason.RESOURCE_UPDATE_FAILED;
import static io.ccmoperator.events.EventReason.RESOURCE_UPDATE_SUCCESS;
import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.KubernetesObject;
import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ApiException;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.client.StoredObjects;
import io.ccmoperator.status.ClusterOperatorStatusWriter;
import io.ccmoperator.status.SteppedClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class EventRecorderTest {
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(30);
    private static final EventSubject SERVICE = new EventSubject("v1", "Service", "ns", "a", "uid-1");
    private static final EventSubject OPERATOR = EventSubject.of(ClusterOperatorStatusWriter.KEY);

    private final SteppedClock clock = new SteppedClock();
    private final StoredObjects api = new StoredObjects();
    private boolean leading = true;
    private final EventRecorder recorder = new EventRecorder(api, () -> OPERATOR, "host-1", () -> leading, clock);

    private List<KubernetesObject> events() {
        assertThat(recorder.stop(LONG_ENOUGH)).isTrue();
        return api.stored();
    }

    @Test
    void recordsEventInNamespaceOfObject() {
        recorder.record(SERVICE, RESOURCE_UPDATE_SUCCESS, "put back\nspec.ports");

        KubernetesObject event = events().get(0);
        assertThat(event.apiVersion()).isEqualTo("v1");
        assertThat(event.namespace()).isEqualTo("ns");
        assertThat(event.fields().map("involvedObject"))
                .isEqualTo(
                        Map.of("apiVersion", "v1", "kind", "Service", "namespace", "ns", "name", "a", "uid", "uid-1"));
        assertThat(event.tree())
                .containsEntry("reason", "ResourceUpdateSuccess")
                .containsEntry("type", "Normal")
                .containsEntry("message", "put back spec.ports")
                .containsEntry("count", 1)
                .containsEntry("firstTimestamp", "2026-03-01T12:00:00Z")
                .containsEntry("lastTimestamp", "2026-03-01T12:00:00Z")
                .containsEntry("reportingComponent", "ccm-operator")
                .containsEntry("reportingInstance", "host-1");
    }

    @Test
    void recordsEventOfClusterScopedObjectInDefault() {
        recorder.record(OPERATOR, EventReason.CONFIGURATION_CHECK_FAILED, "ConfigMap ns/a is missing");

        KubernetesObject event = events().get(0);
        assertThat(event.namespace()).isEqualTo("default");
        assertThat(event.fields().map("involvedObject")).doesNotContainKeys("namespace", "uid");
        assertThat(event.fields().string("type")).isEqualTo("Warning");
    }

    @Test
    void writesRepeatedEventEveryFiveMinutes() {
        for (int second = 0; second <= 1200; second += 30) {
            recorder.record(SERVICE, RESOURCE_UPDATE_FAILED, "refused");
            clock.advanceSeconds(30);
        }

        assertThat(events().stream().map(event -> event.fields().string("lastTimestamp")))
                .containsExactlyInAnyOrder(
                        "2026-03-01T12:00:00Z",
                        "2026-03-01T12:05:00Z",
                        "2026-03-01T12:10:00Z",
                        "2026-03-01T12:15:00Z",
                        "2026-03-01T12:20:00Z");
    }

    @Test
    void separatesEventsByMessageReasonAndObject() {
        recorder.record(SERVICE, RESOURCE_UPDATE_FAILED, "refused");
        recorder.record(SERVICE, RESOURCE_UPDATE_FAILED, "too long");
        recorder.record(SERVICE, EventReason.RESOURCE_CREATE_FAILED, "refused");
        recorder.record(OPERATOR, RESOURCE_UPDATE_FAILED, "refused");

        assertThat(events()).hasSize(4);
    }

    @Test
    void forgetsOldestEventBeyondLimit() {
        CountDownLatch rejected = new CountDownLatch(1);
        api.beforeNextWrite(() -> await(rejected));
        // Only the first ones wait to be written.
        IntStream.range(0, 201).forEach(i -> recorder.record(SERVICE, RESOURCE_UPDATE_FAILED, "message " + i));
        rejected.countDown();
        Awaitility.await().until(() -> api.stored().size() >= 100);

        recorder.record(SERVICE, RESOURCE_UPDATE_FAILED, "message 0");
        recorder.record(SERVICE, RESOURCE_UPDATE_FAILED, "message 200");

        assertThat(events())
                .filteredOn(event -> event.fields().string("message").equals("message 0"))
                .hasSize(2);
    }

    @Test
    void makesValidDomainNames() {
        for (String name : List.of("system:openshift:Operator:ccm", "::", "x".repeat(253))) {
            recorder.record(
                    EventSubject.of(ObjectKey.ofCluster(ResourceKind.CLUSTER_ROLE, name)),
                    RESOURCE_UPDATE_FAILED,
                    "refused");
        }

        assertThat(events().stream().map(event -> event.name().replaceFirst("[0-9a-f]+$", "")))
                .containsExactlyInAnyOrder("system-openshift-operator-ccm.", "ccm-operator.", "x".repeat(200) + ".");
    }

    @Test
    void combinesConcurrentCreationsInOneEvent() {
        recorder.recordCreated(List.of(
                ObjectKey.ofCluster(ResourceKind.CLUSTER_ROLE, "role"),
                new ObjectKey(ResourceKind.DEPLOYMENT, "ns", "ccm")));
        recorder.recordCreated(List.of());
        recorder.recordCreated(List.of(new ObjectKey(ResourceKind.CONFIG_MAP, "ns", "cloud-conf")));

        assertThat(events())
                .singleElement()
                .satisfies(event -> assertThat(event.tree())
                        .containsEntry("reason", "ResourceCreateSuccess")
                        .containsEntry(
                                "message", "created ClusterRole role, Deployment ns/ccm, ConfigMap ns/cloud-conf"));
    }

    @Test
    void cutsLongList() {
        recorder.recordCreated(IntStream.range(0, 60)
                .mapToObj(i -> new ObjectKey(ResourceKind.CONFIG_MAP, "namespace", "config-map-" + i))
                .toList());

        assertThat(events())
                .singleElement()
                .satisfies(event -> assertThat(event.fields().string("message"))
                        .startsWith("created ConfigMap namespace/config-map-0, ")
                        .hasSize(1024)
                        .endsWith("..."));
    }

    @Test
    void ignoresRejectedEvent() {
        api.beforeNextWrite(() -> {
            throw new ApiException(403, "forbidden", null);
        });
        recorder.record(SERVICE, RESOURCE_UPDATE_FAILED, "refused");
        recorder.record(SERVICE, RESOURCE_UPDATE_FAILED, "too long");

        assertThat(events())
                .singleElement()
                .satisfies(event -> assertThat(event.tree()).containsEntry("message", "too long"));
    }

    @Test
    void dropsEventsInsteadOfWaitingForServer() {
        CountDownLatch answer = new CountDownLatch(1);
        api.beforeNextWrite(() -> await(answer));

        for (int i = 0; i < 300; i++) {
            recorder.record(SERVICE, RESOURCE_UPDATE_FAILED, "message " + i);
        }
        answer.countDown();

        // 100 wait, and one is being written unless it was begun too late to make room.
        assertThat(events()).hasSizeBetween(100, 101);
    }

    @Test
    void stopsAtDeadline() {
        CountDownLatch answer = new CountDownLatch(1);
        api.beforeNextWrite(() -> await(answer));
        recorder.record(SERVICE, RESOURCE_UPDATE_FAILED, "refused");

        assertThat(recorder.stop(Duration.ofMillis(10))).isFalse();
        recorder.record(SERVICE, RESOURCE_UPDATE_FAILED, "after the end");

        answer.countDown();
        assertThat(recorder.stop(LONG_ENOUGH)).isTrue();
    }

    @Test
    void writesOnlyAsLeader() {
        leading = false;
        recorder.record(SERVICE, RESOURCE_UPDATE_FAILED, "refused");

        assertThat(events()).isEmpty();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new ApiException(ApiException.NO_ANSWER, "interrupted", e);
        }
    }
}
