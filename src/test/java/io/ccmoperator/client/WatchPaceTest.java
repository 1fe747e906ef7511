/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WatchPaceTest {
    @RepeatedTest(20)
    void a_watch_is_to_last_five_to_ten_minutes() {
        assertThat(WatchPace.USUAL.watchFor()).isBetween(Duration.ofMinutes(5), Duration.ofMinutes(10));
    }

    @ParameterizedTest
    @CsvSource({"1, 1000", "2, 2000", "3, 4000", "5, 16000", "6, 30000", "1000, 30000"})
    void the_pause_doubles_up_to_half_a_minute_and_is_shortened_by_a_fifth_at_most(int failures, long longest) {
        assertThat(WatchPace.USUAL.pauseAfter(failures).toMillis()).isBetween(longest * 8 / 10, longest);
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 800, 1000", "1, 3, 3000, 3000", "1000, 1, 3200, 4000", "1000, 20, 20000, 20000"})
    void a_busy_server_is_given_the_time_it_asks_for(int failures, long asked, long shortest, long longest) {
        assertThat(WatchPace.USUAL
                        .pauseAsked(failures, Duration.ofSeconds(asked))
                        .toMillis())
                .isBetween(shortest, longest);
    }

    @ParameterizedTest
    @CsvSource({"1, 1000", "2, 2000", "3, 4000", "1000, 4000"})
    void in_an_outage_the_pause_doubles_up_to_four_seconds(int failures, long longest) {
        assertThat(WatchPace.USUAL.pauseInOutage(failures).toMillis()).isBetween(longest * 8 / 10, longest);
    }
}
