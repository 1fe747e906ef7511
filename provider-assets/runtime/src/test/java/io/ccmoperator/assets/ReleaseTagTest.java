// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.assets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ReleaseTagTest {
    @ParameterizedTest
    @CsvSource({
        "v1.9.0, v1.10.0",
        "v1.30.1, 1.31.0",
        "0.32, v0.32.1",
        "v1.33.0-rc.1, v1.33.0",
        "v1.33.0-alpha.1, v1.33.0-beta.0",
        "v1.33.0, v1.33.1-rc.1"
    })
    void ordersReleasesByTheirNumbers(String older, String newer) {
        assertThat(new ReleaseTag(older).isBefore(new ReleaseTag(newer))).isTrue();
        assertThat(new ReleaseTag(newer).isBefore(new ReleaseTag(older))).isFalse();
    }

    @Test
    void isNotBeforeItself() {
        assertThat(new ReleaseTag("v1.30").isBefore(new ReleaseTag("1.30.0"))).isFalse();
        assertThat(new ReleaseTag("1.30.0").isBefore(new ReleaseTag("v1.30"))).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"latest", "v1", "", "main-v1.2", "v1.2.", "v1.2_3", "99999999999.1"})
    void isNoTagThatMoves(String tag) {
        assertThat(ReleaseTag.of(tag)).isEmpty();
        assertThatThrownBy(() -> new ReleaseTag(tag)).isInstanceOf(IllegalArgumentException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "docker.io/example/ccm:v1.30.1, v1.30.1",
        "localhost:5000/ccm:1.2.3, 1.2.3",
        "registry.example.com/ccm:v1.2.3@sha256:0123, v1.2.3",
        "localhost:5000/ccm, ''",
        "ccm@sha256:0123, ''",
        "ccm:latest, ''",
        "ccm, ''"
    })
    void readsReleaseOfImage(String image, String tag) {
        assertThat(ReleaseTag.ofImage(image).map(ReleaseTag::text).orElse("")).isEqualTo(tag);
    }
}
