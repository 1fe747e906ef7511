// SPDX-License-Identifier: Apache-2.0
package io.ccmoperator.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.CharRange;
import net.jqwik.api.constraints.Chars;
import net.jqwik.api.constraints.LongRange;

class GoDurationProperties {
    @Property
    void readsBackWhatIsShown(@ForAll @LongRange(min = -Long.MAX_VALUE, max = Long.MAX_VALUE) long nanos) {
        Duration duration = Duration.ofNanos(nanos);

        assertThat(GoDuration.parse("--flag", GoDuration.format(duration))).isEqualTo(duration);
    }

    @Property
    void readsOrRejectsAnyText(
            @ForAll @CharRange(from = '0', to = '9') @Chars({'.', '-', '+', 'h', 'm', 's', 'u', 'x'}) String text) {
        try {
            assertThat(GoDuration.parse("--flag", text))
                    .isBetween(Duration.ofNanos(-Long.MAX_VALUE), Duration.ofNanos(Long.MAX_VALUE));
        } catch (InvalidInputException refused) {
            assertThat(refused.lines()).hasSize(1).first().asString().startsWith("--flag: '" + text + "' ");
        }
    }
}
