// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GoDurationTest {
    @ParameterizedTest
    @CsvSource({
        "137s, PT137S",
        "2m17s, PT2M17S",
        "1h, PT1H",
        "1.5s, PT1.5S",
        "500ms, PT0.5S",
        ".5h, PT30M",
        "1.m, PT1M",
        "1h1h, PT2H",
        "1s1h, PT1H1S",
        "+3s, PT3S",
        "-3s, PT-3S",
        "0, PT0S",
        "-0, PT0S",
        "0s, PT0S",
        "7ns, PT0.000000007S",
        "7us, PT0.000007S",
        "7\u00b5s, PT0.000007S",
        "7\u03bcs, PT0.000007S",
        "1.9ns, PT0.000000001S",
        "9223372036854775807ns, PT2562047H47M16.854775807S"
    })
    void readsDurationsLikeGo(String text, Duration expected) {
        assertThat(GoDuration.parse("--flag", text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "'', is not a duration",
        "-, is not a duration",
        "s, is not a duration",
        ".s, is not a duration",
        "--3s, is not a duration",
        "3s-, is not a duration",
        "137, is not a duration",
        "1m30, is not a duration",
        "1.2.3s, is not a duration",
        "1d, is not a duration",
        "1S, is not a duration",
        "1 s, is not a duration",
        "' ', is not a duration",
        "9223372036854775808ns, is too long a duration",
        "99999999999999999999h, is too long a duration"
    })
    void rejectsAnythingElseWithFlagAndExample(String text, String reason) {
        assertThatThrownBy(() -> GoDuration.parse("--flag", text))
                .isInstanceOf(InvalidInputException.class)
                .hasMessage(
                        "--flag: '" + text + "' " + reason + "; write numbers with units h, m, s or ms, such as 2m17s");
    }
}
