// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AgeTest {
    @ParameterizedTest
    @CsvSource({
        "PT-5S, 0s",
        "PT0S, 0s",
        "PT119S, 119s",
        "PT2M, 2m",
        "PT1H59M, 119m",
        "PT2H, 2h",
        "PT47H, 47h",
        "P2D, 2d"
    })
    void hasOneUnit(Duration duration, String age) {
        assertThat(StatusScreen.age(duration)).isEqualTo(age);
    }
}
