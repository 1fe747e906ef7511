// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cloudconfig.transform.words;

import static org.assertj.core.api.Assertions.assertThat;

import io.ccmoperator.cloudconfig.transform.words.ProviderNumber.Fit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The expectations were measured with sigs.k8s.io/yaml 1.6.0. */
class ProviderNumberTest {
    @ParameterizedTest
    @CsvSource({
        "0, FITS",
        "-0, FITS",
        "-0.0, FITS",
        "6.0, FITS",
        "1e3, FITS",
        "1E+3, FITS",
        "2500e-2, FITS",
        "1e-400, FITS",
        "9223372036854775807, FITS",
        "-9223372036854775808, FITS",
        "9.2e18, FITS",
        "6.5, FRACTION",
        "1e-3, FRACTION",
        "-1.5e0, FRACTION",
        "9223372036854775808, TOO_LARGE",
        "-9223372036854775809, TOO_LARGE",
        "99999999999999999999, TOO_LARGE",
        "9.3e18, TOO_LARGE",
        "-9.3e18, TOO_LARGE",
        "1e20, TOO_LARGE",
        "1e400, TOO_LARGE",
    })
    void parses64BitIntegers(String literal, Fit fit) {
        assertThat(ProviderNumber.integer(literal, Long.SIZE)).isEqualTo(fit);
    }

    @ParameterizedTest
    @CsvSource({
        "2147483647, FITS",
        "-2147483648, FITS",
        "2147483647.0, FITS",
        "2147483648, TOO_LARGE",
        "2147483648.0, TOO_LARGE",
        "-2147483649, TOO_LARGE",
        "0.5, FRACTION",
    })
    void parses32BitIntegers(String literal, Fit fit) {
        assertThat(ProviderNumber.integer(literal, Integer.SIZE)).isEqualTo(fit);
    }

    @ParameterizedTest
    @CsvSource({
        "0.1, 32, true",
        "3.4e38, 32, true",
        "3.5e38, 32, false",
        "-1e39, 32, false",
        "1e39, 64, true",
        "1e-400, 64, true",
        "1e308, 64, true",
        "1e309, 64, false",
    })
    void parsesFloatingPointNumbers(String literal, int bits, boolean isFloat) {
        assertThat(ProviderNumber.isFloat(literal, bits)).isEqualTo(isFloat);
    }

    @Test
    void readsDigitsOfAnyScript() {
        assertThat(ProviderNumber.integer("9".repeat(1 << 20), Long.SIZE)).isEqualTo(Fit.TOO_LARGE);
        assertThat(ProviderNumber.isFloat("9".repeat(1 << 20), Double.SIZE)).isFalse();
    }
}
