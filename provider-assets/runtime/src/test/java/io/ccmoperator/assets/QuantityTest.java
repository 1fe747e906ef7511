// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class QuantityTest {
    @ParameterizedTest
    @CsvSource({
        "200m, 0.2",
        "5n, 0.000000005",
        "3u, 0.000003",
        "2, 2",
        "-1.5, -1.5",
        ".5k, 500",
        "7M, 7000000",
        "2G, 2000000000",
        "1T, 1000000000000",
        "1P, 1000000000000000",
        "1E, 1000000000000000000",
        "1e3, 1000",
        "25E-1, 2.5",
        "1.5Ki, 1536",
        "50Mi, 52428800",
        "8Gi, 8589934592",
        "1Ti, 1099511627776",
        "1Pi, 1125899906842624",
        "1Ei, 1152921504606846976"
    })
    void readsNumberAndUnit(String text, BigDecimal amount) {
        assertThat(Quantity.amount(text))
                .hasValueSatisfying(read -> assertThat(read).isEqualByComparingTo(amount));
    }

    @Test
    void readsNumber() {
        assertThat(Quantity.amount(2L)).contains(BigDecimal.valueOf(2));
        assertThat(Quantity.amount(new BigDecimal("0.05"))).contains(new BigDecimal("0.05"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "50MB", "200 m", "50 MiB", "Mi", "1K", "1ki", "1e", "1e9999999999", "--1", "1..2"})
    void readsNothingElse(String text) {
        assertThat(Quantity.amount(text)).isEmpty();
    }

    @Test
    void readsNoValueOfAnotherType() {
        assertThat(Quantity.amount(true)).isEmpty();
        assertThat(Quantity.amount(List.of())).isEmpty();
        assertThat(Quantity.amount(Map.of())).isEmpty();
        assertThat(Quantity.amount(null)).isEmpty();
    }
}
