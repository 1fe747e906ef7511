// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class LastResultTest {
    private final List<String> computed = new ArrayList<>();
    private final LastResult<String, Integer> number = new LastResult<>(text -> {
        computed.add(text);
        return Integer.valueOf(text);
    });

    @Test
    void computesAgainForOtherArgumentOnly() {
        assertThat(number.apply("1")).isEqualTo(1);
        assertThat(number.apply(new StringBuilder("1").toString())).isEqualTo(1);
        assertThat(number.apply("2")).isEqualTo(2);
        assertThat(number.apply("1")).isEqualTo(1);

        assertThat(computed).containsExactly("1", "2", "1");
    }

    @Test
    void keepsNoException() {
        for (int time = 0; time < 2; time++) {
            assertThatThrownBy(() -> number.apply("x")).isInstanceOf(NumberFormatException.class);
        }

        assertThat(computed).containsExactly("x", "x");
    }
}
