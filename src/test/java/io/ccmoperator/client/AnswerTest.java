/*
 * Copyright the ccm-operator authors.
 * SPDX-License-Identifier: Apache-2.0
 */
package io.ccmoperator.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AnswerTest {
    private static Answer answer(int code, String retryAfter, String body) {
        return new Answer(code, retryAfter, body.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void the_message_of_a_status_is_the_reason_on_one_line() {
        assertThat(answer(422, "", "{\"kind\":\"Status\",\"message\":\"one\\n  two \"}")
                        .reason())
                .isEqualTo("one two");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"secret text", "{\"kind\":\"Secret\",\"message\":\"secret\"}", "[]", "{\"kind\":\"Status\"}", "''"
            })
    void anything_else_is_not_shown(String body) {
        assertThat(answer(502, "", body).reason()).isEqualTo("HTTP status 502");
    }

    @ParameterizedTest
    @CsvSource({"429, 0, 0", "503, 1, 1", "429, 3600, 1"})
    void an_overloaded_server_asks_for_a_pause_of_which_a_short_one_is_kept(int code, String asked, long kept) {
        assertThat(answer(code, asked, "").pause(Duration.ofSeconds(1))).contains(Duration.ofSeconds(kept));
    }

    @ParameterizedTest
    @CsvSource({"429, ''", "503, 'Fri, 20 Nov 2026 20:00:00 GMT'", "500, 1", "200, 1"})
    void otherwise_there_is_no_pause(int code, String asked) {
        assertThat(answer(code, asked, "").pause(Duration.ofSeconds(1))).isEmpty();
    }
}
