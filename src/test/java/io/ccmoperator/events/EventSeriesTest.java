// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.events;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.assets.ResourceKind;
import io.ccmoperator.client.ObjectKey;
import io.ccmoperator.status.SteppedClock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EventSeriesTest {
    private static final EventSeries.Key EVENT = new EventSeries.Key(
            EventSubject.of(new ObjectKey(ResourceKind.SERVICE, "ns", "a")),
            EventReason.RESOURCE_UPDATE_FAILED,
            "refused");

    private final EventAggregation aggregation = new EventAggregation();

    private Optional<EventSeries> addAt(long second) {
        return aggregation.add(EVENT, at(second));
    }

    private static Instant at(long second) {
        return SteppedClock.START.plusSeconds(second);
    }

    @Test
    void writesFirstThreeAtOnceAndThenOneEveryFiveMinutes() {
        List<Integer> writtenAt = new ArrayList<>();
        for (int second = 0; second <= 1200; second += 30) {
            if (addAt(second).isPresent()) {
                writtenAt.add(second);
            }
        }

        assertThat(writtenAt).containsExactly(0, 30, 60, 360, 660, 960);
    }

    @Test
    void countsWithheldEvents() {
        IntStream.range(0, 10).forEach(this::addAt);

        EventSeries series = addAt(400).orElseThrow();

        assertThat(series.count()).isEqualTo(11);
        assertThat(series.first()).isEqualTo(at(0));
        assertThat(series.last()).isEqualTo(at(400));
    }

    @Test
    void keepsNameUntilServerDropsEvent() {
        String name = addAt(0).orElseThrow().name();

        assertThat(addAt(3599).orElseThrow().name()).isEqualTo(name);
        assertThat(addAt(3599 + 3599).orElseThrow().name()).isEqualTo(name);
        EventSeries second = addAt(3599 + 3599 + 3600).orElseThrow();
        assertThat(second.name()).isNotEqualTo(name);
        assertThat(second.count()).isEqualTo(1);
    }

    @Test
    void separatesEventsByMessageReasonAndObject() {
        String name = addAt(0).orElseThrow().name();

        for (EventSeries.Key other : List.of(
                new EventSeries.Key(EVENT.subject(), EVENT.reason(), "too long"),
                new EventSeries.Key(EVENT.subject(), EventReason.RESOURCE_CREATE_FAILED, EVENT.message()),
                new EventSeries.Key(
                        EventSubject.of(new ObjectKey(ResourceKind.SERVICE, "other", "a")),
                        EVENT.reason(),
                        EVENT.message()))) {
            assertThat(aggregation.add(other, at(0)).orElseThrow().name()).isNotEqualTo(name);
        }
    }

    @Test
    void forgetsOldestSeriesBeyondLimit() {
        addAt(0);
        for (int i = 0; i < 199; i++) {
            aggregation.add(new EventSeries.Key(EVENT.subject(), EVENT.reason(), "message " + i), at(0));
        }
        assertThat(addAt(1).orElseThrow().count()).isEqualTo(2);

        for (int i = 0; i < 200; i++) {
            aggregation.add(new EventSeries.Key(EVENT.subject(), EVENT.reason(), "other message " + i), at(1));
        }
        assertThat(addAt(2).orElseThrow().count()).isEqualTo(1);
    }

    @Test
    void makesValidDomainNames() {
        assertThat(EventSeries.name(subject("system:openshift:Operator:ccm"), 255))
                .isEqualTo("system-openshift-operator-ccm.ff");
        assertThat(EventSeries.name(subject("::"), 1)).isEqualTo("ccm-operator.1");
        assertThat(EventSeries.name(subject("x".repeat(253)), Long.MAX_VALUE)).hasSizeLessThanOrEqualTo(253);
    }

    private static EventSubject subject(String name) {
        return EventSubject.of(ObjectKey.ofCluster(ResourceKind.CLUSTER_ROLE, name));
    }
}
