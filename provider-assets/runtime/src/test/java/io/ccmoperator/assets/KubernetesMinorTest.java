// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class KubernetesMinorTest {
    @ParameterizedTest
    @CsvSource({"1.36, 1.36", "1.36+, 1.36", "v1.36.2-rc.1+k3s1, 1.36", "v1.9.0, 1.9"})
    void readsVersions(String text, String minor) {
        assertThat(KubernetesMinor.of(text)).map(KubernetesMinor::toString).contains(minor);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1", "1.x", ".", "1.36b", "123456789012.1"})
    void readsNothingElse(String text) {
        assertThat(KubernetesMinor.of(text)).isEmpty();
    }

    @Test
    void ordersByNumbers() {
        assertThat(Stream.of("1.36", "2.0", "1.9")
                        .map(text -> KubernetesMinor.of(text).orElseThrow())
                        .sorted())
                .extracting(KubernetesMinor::toString)
                .containsExactly("1.9", "1.36", "2.0");
    }
}
