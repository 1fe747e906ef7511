// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LinesTest {
    private static final byte[] EVENTS =
            ("größer 云控制器 🚀 ".repeat(30_000) + "\n\nshort\n" + "é\n".repeat(9)).getBytes(UTF_8);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 7, 16_384, 2_000_000})
    void deliversWholeLinesWhereverTheyAreCut(int piece) {
        Lines lines = new Lines();
        ByteArrayOutputStream delivered = new ByteArrayOutputStream();

        for (int start = 0; start < EVENTS.length; start += piece) {
            byte[] complete = lines.add(Arrays.copyOfRange(EVENTS, start, Math.min(start + piece, EVENTS.length)));
            assertThat(complete.length == 0 || complete[complete.length - 1] == '\n')
                    .isTrue();
            delivered.writeBytes(complete);
        }

        assertThat(delivered.toByteArray()).isEqualTo(EVENTS);
        assertThat(lines.rest()).isEmpty();
    }

    @Test
    void keepsWhatHasNoEndUntilItIsTaken() {
        Lines lines = new Lines();

        assertThat(lines.add("a\nb".getBytes(UTF_8))).asString(UTF_8).isEqualTo("a\n");
        assertThat(lines.rest()).asString(UTF_8).isEqualTo("b");
        assertThat(lines.rest()).isEmpty();
    }
}
