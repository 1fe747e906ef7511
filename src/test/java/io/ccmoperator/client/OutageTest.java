/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.LogLines;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class OutageTest {
    private static final String BEGINS =
            "WARN The API server https://server/ cannot be reached and is asked again and again: ";

    private final LogLines log = LogLines.of(Outage.class);

    private final List<String> wentOn = new ArrayList<>();
    private final Runnable first = () -> wentOn.add("first");
    private final Runnable second = () -> wentOn.add("second");
    private Instant now = Instant.parse("2030-01-01T00:00:00Z");
    private final Outage outage = new Outage("https://server/", new Clock() {
        @Override
        public Instant instant() {
            return now;
        }

        @Override
        public ZoneId getZone() {
            return ZoneOffset.UTC;
        }

        @Override
        public Clock withZone(ZoneId zone) {
            throw new UnsupportedOperationException("an outage knows no zones");
        }
    });

    @AfterEach
    void leave() {
        log.close();
    }

    @Test
    void anOutageOfAllWatchesIsToldOnceWithItsLength() {
        outage.goesOn("refused", first);
        outage.goesOn("refused", second);
        now = now.plusSeconds(90);
        outage.goesOn("refused", first);
        outage.isOver();

        assertThat(log.lines())
                .containsExactly(BEGINS + "refused", "INFO The API server https://server/ answers again after 90 s");
    }

    @Test
    void anotherReasonIsTold() {
        outage.goesOn("refused", first);
        outage.goesOn("no route", first);
        outage.goesOn("no route", second);

        assertThat(log.lines()).containsExactly(BEGINS + "refused", BEGINS + "no route");
    }

    @Test
    void theNextOutageIsToldAnewAndCountedFromItsOwnBeginning() {
        outage.goesOn("refused", first);
        outage.isOver();
        now = now.plusSeconds(1000);

        outage.goesOn("refused", first);
        now = now.plusSeconds(2);
        outage.isOver();

        assertThat(log.lines())
                .containsExactly(
                        BEGINS + "refused",
                        "INFO The API server https://server/ answers again after 0 s",
                        BEGINS + "refused",
                        "INFO The API server https://server/ answers again after 2 s");
    }

    @Test
    void theFirstAnswerEndsItForAllAndOnce() {
        outage.goesOn("refused", first);
        outage.goesOn("refused", second);
        outage.goesOn("refused", first);

        outage.isOver();
        outage.isOver();

        assertThat(wentOn).containsExactly("first", "second");
    }

    @Test
    void whoeverWaitsNoMoreIsNotToldOfTheEnd() {
        outage.goesOn("refused", first);
        outage.goesOn("refused", second);
        outage.forget(first);

        outage.isOver();

        assertThat(wentOn).containsExactly("second");
    }

    @Test
    void anAnswerWithoutAnOutageIsNoNews() {
        outage.isOver();

        assertThat(log.lines()).isEmpty();
    }

    @Test
    void whoeverGoesOnMayRunIntoTheNextOutageAtOnce() {
        Runnable again = () -> {
            wentOn.add("again");
            outage.goesOn("refused", second);
        };
        outage.goesOn("refused", again);

        outage.isOver();
        assertThat(wentOn).containsExactly("again");
        outage.isOver();

        assertThat(wentOn).containsExactly("again", "second");
    }
}
